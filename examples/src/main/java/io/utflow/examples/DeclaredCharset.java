/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/** The charset that the {@code Content-Type} of a request names. */
public final class DeclaredCharset {
  private DeclaredCharset() {}

  /** The name, without quotation marks; empty if the request names none. */
  public static Optional<String> of(HttpServerRequest request) {
    @Nullable String type = request.requestHeaders().get(HttpHeaderNames.CONTENT_TYPE);
    CharSequence charset = type == null ? null : HttpUtil.getCharsetAsSequence(type);
    return charset == null ? Optional.empty() : Optional.of(charset.toString().replace("\"", ""));
  }
}
