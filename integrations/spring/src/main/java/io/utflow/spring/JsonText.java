/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.reactor.DataBufferText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;

/**
 * JSON in the UTF-8 that Jackson reads. Ill-formed text is an error, as ill-formed UTF-8 is to
 * Jackson: what replaced it could make one name of two.
 */
final class JsonText {
  private static final DecoderSpec STRICT =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).bom(BomPolicy.STRIP);

  private static final Optional<TextEncoding> OF_ASCII =
      TextEncoding.ofContentType("text/plain;charset=us-ascii");

  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);

  private JsonText() {}

  /** Whether Jackson can read the bytes as they are. */
  private static boolean isUtf8(@Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
    Optional<TextEncoding> declared;
    try {
      declared = Charsets.declaredByPeer(mimeType, hints);
    } catch (UnsupportedCharsetException e) {
      return false;
    }
    // Also ASCII, whose label is windows-1252 on the web: JSON has no such encoding.
    return declared.isEmpty()
        || declared.get().equals(TextEncoding.UTF_8)
        || (declared.equals(OF_ASCII) && StandardCharsets.US_ASCII.equals(charset(mimeType)));
  }

  private static @Nullable Charset charset(@Nullable MimeType mimeType) {
    return mimeType == null ? null : mimeType.getCharset();
  }

  /** The MIME type for Jackson, which gets UTF-8. */
  static @Nullable MimeType utf8(@Nullable MimeType mimeType) {
    Charset charset = charset(mimeType);
    return mimeType == null
            || charset == null
            || charset.equals(StandardCharsets.UTF_8)
            || charset.equals(StandardCharsets.US_ASCII)
        ? mimeType
        : new MimeType(mimeType, StandardCharsets.UTF_8);
  }

  static Publisher<DataBuffer> utf8(
      Publisher<DataBuffer> input,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    if (isUtf8(mimeType, hints)) {
      return input;
    }
    DecoderSpec bytes;
    try {
      bytes = Charsets.reading(mimeType, hints, STRICT);
    } catch (UnreadableCharsetException e) {
      return Flux.error(e);
    }
    return Flux.from(input)
        .transform(DataBufferText.transcode(bytes, UTF_8))
        .onErrorMap(
            IllFormedTextException.class,
            e -> new DecodingException("JSON decoding error: " + e.getMessage(), e));
  }

  /** Releases the buffer if it answers with another. */
  static DataBuffer utf8(
      DataBuffer buffer, @Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
    if (isUtf8(mimeType, hints)) {
      return buffer;
    }
    String text = WholeBuffer.decode(buffer, () -> Charsets.reading(mimeType, hints, STRICT));
    return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
