/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MimeType;

/** The charset of a MIME type, and specs in its encoding. */
final class Charsets {
  private static final String CHARSET = "charset";

  private Charsets() {}

  /** Whether what is declared so can be read. */
  static boolean areRead(@Nullable MimeType mimeType) {
    return isKnown(() -> declaredByPeer(mimeType, TextEncoding.UTF_8));
  }

  /** Whether what is declared so can be written. */
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
   * The encoding that a peer means: by the parameter, and not by the JDK's charset that Spring made
   * of it, for browsers and pages mean others by some names.
   *
   * @throws UnsupportedCharsetException if it is not known here
   */
  private static TextEncoding declaredByPeer(@Nullable MimeType mimeType, TextEncoding unnamed) {
    String charset = mimeType == null ? null : mimeType.getParameter(CHARSET);
    if (charset == null) {
      return unnamed;
    }
    return charset.equalsIgnoreCase("utf-8")
        ? TextEncoding.UTF_8
        : TextEncoding.ofContentType("text/plain;" + CHARSET + "=" + charset).orElse(unnamed);
  }

  /**
   * The encoding that a MIME type of ours names: that of its charset.
   *
   * @throws UnsupportedCharsetException if the charset has no encoding here
   */
  private static TextEncoding declared(@Nullable MimeType mimeType, TextEncoding unnamed) {
    Charset charset = mimeType == null ? null : mimeType.getCharset();
    if (charset == null) {
      return unnamed;
    }
    return charset.equals(StandardCharsets.UTF_8) ? TextEncoding.UTF_8 : TextEncoding.of(charset);
  }

  /** Reads as {@code like} does, in the encoding that the peer means. */
  static DecoderSpec reading(@Nullable MimeType mimeType, DecoderSpec like) {
    TextEncoding encoding = declaredByPeer(mimeType, like.encoding());
    if (encoding == like.encoding()) {
      return like;
    }
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .onMalformed(like.onMalformed())
            .bom(like.bom())
            .pieceLength(like.pieceLength());
    spec = like.observer().map(spec::observer).orElse(spec);
    return like.listener().map(spec::listener).orElse(spec);
  }

  /** Writes as {@code like} does, in the encoding that the MIME type names. */
  static EncoderSpec writing(@Nullable MimeType mimeType, EncoderSpec like) {
    TextEncoding encoding = declared(mimeType, like.encoding());
    if (encoding == like.encoding()) {
      return like;
    }
    EncoderSpec spec =
        EncoderSpec.of(encoding)
            .onMalformed(like.onMalformed())
            .onUnmappable(like.onUnmappable())
            .bom(like.bom())
            .pieceLength(like.pieceLength());
    spec = like.observer().map(spec::observer).orElse(spec);
    return like.listener().map(spec::listener).orElse(spec);
  }
}
