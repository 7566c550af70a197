/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.Hints;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMessage;
import org.springframework.util.MimeType;

/** The charset of a MIME type, and specs in its encoding. */
final class Charsets {
  private static final String CHARSET = "charset";

  /** The hint that has the Content-Type of the message. */
  private static final String HEADER = Charsets.class.getName() + ".header";

  private Charsets() {}

  /** Whether text with this MIME type can be read. */
  static boolean areRead(@Nullable MimeType mimeType) {
    return isKnown(() -> declaredByPeer(mimeType, null).orElse(TextEncoding.UTF_8));
  }

  /** Whether text with this MIME type can be written. */
  static boolean areWritten(@Nullable MimeType mimeType) {
    return isKnown(() -> declared(mimeType, TextEncoding.UTF_8));
  }

  private static boolean isKnown(Supplier<TextEncoding> encoding) {
    try {
      return encoding.get() != null;
    } catch (UnsupportedCharsetException e) {
      return false;
    }
  }

  /**
   * With the Content-Type of the message as it was sent. A {@link MimeType} has the last charset of
   * several, and all others take the first.
   */
  static Map<String, Object> withHeader(Map<String, Object> hints, HttpMessage message) {
    String header = message.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
    return header == null ? hints : Hints.merge(hints, HEADER, header);
  }

  /**
   * The encoding that a peer means: by the header, or if that is not known by the parameter. The
   * JDK's charset that Spring made of it is not used, because browsers and pages mean other
   * encodings by some names. Empty if the peer names none.
   *
   * @throws UnsupportedCharsetException if it is not known here
   */
  static Optional<TextEncoding> declaredByPeer(
      @Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
    if (hints != null && hints.get(HEADER) instanceof String header) {
      return TextEncoding.ofContentType(header);
    }
    String charset = mimeType == null ? null : mimeType.getParameter(CHARSET);
    return charset == null
        ? Optional.empty()
        : TextEncoding.ofContentType("text/plain;" + CHARSET + "=" + charset);
  }

  /**
   * The encoding that a MIME type of ours names. The name decides, and not the charset that the JDK
   * has by it: {@code cp949} is Windows' table here and IBM's there.
   *
   * @throws UnsupportedCharsetException if the charset has no encoding here
   */
  private static TextEncoding declared(@Nullable MimeType mimeType, TextEncoding unnamed) {
    Charset charset = mimeType == null ? null : mimeType.getCharset();
    String name = mimeType == null ? null : mimeType.getParameter(CHARSET);
    if (charset == null || name == null) {
      return ofJson(mimeType).orElse(unnamed);
    }
    if (charset.equals(StandardCharsets.UTF_8)) {
      return TextEncoding.UTF_8;
    }
    return TextEncoding.find(unquoted(name)).orElseGet(() -> TextEncoding.of(charset));
  }

  private static String unquoted(String name) {
    boolean isQuoted = name.length() > 1 && (name.charAt(0) == '"' || name.charAt(0) == '\'');
    return isQuoted ? name.substring(1, name.length() - 1) : name;
  }

  /**
   * JSON that names no charset is UTF-8, whatever is the encoding of other text (RFC 8259, 8.1).
   */
  private static Optional<TextEncoding> ofJson(@Nullable MimeType mimeType) {
    return MimeTypes.isJson(mimeType) ? Optional.of(TextEncoding.UTF_8) : Optional.empty();
  }

  /**
   * Reads as {@code like} does, in the encoding that the peer means.
   *
   * @throws UnreadableCharsetException if it is not known here, or the rest of {@code like} does
   *     not go with it
   */
  static DecoderSpec reading(
      @Nullable MimeType mimeType, @Nullable Map<String, Object> hints, DecoderSpec like) {
    try {
      return declaredByPeer(mimeType, hints)
          .or(() -> ofJson(mimeType))
          .map(like::declared)
          .orElse(like);
    } catch (IllegalArgumentException e) {
      throw new UnreadableCharsetException(e);
    }
  }

  /** Writes as {@code like} does, in the encoding that the MIME type names. */
  static EncoderSpec writing(@Nullable MimeType mimeType, EncoderSpec like) {
    TextEncoding encoding = declared(mimeType, like.encoding());
    return encoding == like.encoding() ? like : like.encoding(encoding);
  }
}
