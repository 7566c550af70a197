/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;

/** What the codecs ask of MIME types. */
final class MimeTypes {
  private MimeTypes() {}

  /** {@code text/plain} in an encoding; without a charset if the JDK has none for it. */
  static MimeType text(TextEncoding encoding) {
    String name = encoding.nameForPeers();
    return Charset.isSupported(name)
        ? new MimeType("text", "plain", Charset.forName(name))
        : new MimeType("text", "plain");
  }

  static boolean isEventStream(@Nullable MimeType mimeType) {
    return mimeType != null && mimeType.equalsTypeAndSubtype(MediaType.TEXT_EVENT_STREAM);
  }

  /** Also {@code application/problem+json} and newline-delimited JSON. */
  static boolean isJson(@Nullable MimeType mimeType) {
    String subtype = mimeType == null ? "" : mimeType.getSubtype().toLowerCase(Locale.ROOT);
    return subtype.endsWith("json");
  }
}
