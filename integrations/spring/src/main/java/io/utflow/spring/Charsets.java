/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MimeType;

/** The charset of a MIME type, and specs in its encoding. */
final class Charsets {
  private Charsets() {}

  /** Whether the MIME type names no charset, or one with an encoding here. */
  static boolean areKnown(@Nullable MimeType mimeType) {
    try {
      declared(mimeType, TextEncoding.UTF_8);
      return true;
    } catch (UnsupportedCharsetException e) {
      return false;
    }
  }

  /**
   * The encoding that the MIME type names, else {@code unnamed}.
   *
   * @throws UnsupportedCharsetException if the charset has no encoding here
   */
  static TextEncoding declared(@Nullable MimeType mimeType, TextEncoding unnamed) {
    Charset charset = mimeType == null ? null : mimeType.getCharset();
    if (charset == null) {
      return unnamed;
    }
    return charset.equals(StandardCharsets.UTF_8) ? TextEncoding.UTF_8 : TextEncoding.of(charset);
  }

  /** Reads as {@code like} does, in the encoding that the MIME type names. */
  static DecoderSpec reading(@Nullable MimeType mimeType, DecoderSpec like) {
    TextEncoding encoding = declared(mimeType, like.encoding());
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
