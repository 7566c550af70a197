/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.utflow.codec.TextEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/** The charset that the {@code Content-Type} of a request names. */
public final class DeclaredCharset {
  private DeclaredCharset() {}

  /**
   * Its encoding; empty if the request names none.
   *
   * @throws java.nio.charset.UnsupportedCharsetException if it is not known
   */
  public static Optional<TextEncoding> of(HttpServerRequest request) {
    @Nullable String type = request.requestHeaders().get(HttpHeaderNames.CONTENT_TYPE);
    return type == null ? Optional.empty() : TextEncoding.ofContentType(type);
  }
}
