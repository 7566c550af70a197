/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;

/** The questions of the codecs about MIME types. */
final class MimeTypes {
  private MimeTypes() {}

  /** {@code text/plain} in an encoding; without a charset if the JDK lacks it. */
  static MimeType text(TextEncoding encoding) {
    String name = encoding.nameForPeers();
    return Charset.isSupported(name)
        ? new MimeType("text", "plain", Charset.forName(name))
        : new MimeType("text", "plain");
  }

  static boolean isEventStream(@Nullable MimeType mimeType) {
    return mimeType != null && mimeType.equalsTypeAndSubtype(MediaType.TEXT_EVENT_STREAM);
  }

  /**
   * Also {@code application/problem+json}, newline-delimited JSON and sequences of JSON (RFC 7464).
   */
  static boolean isJson(@Nullable MimeType mimeType) {
    String subtype = mimeType == null ? "" : mimeType.getSubtype().toLowerCase(Locale.ROOT);
    return subtype.endsWith("json") || subtype.endsWith("json-seq");
  }
}
