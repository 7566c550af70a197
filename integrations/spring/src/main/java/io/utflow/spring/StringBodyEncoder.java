/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoder;
import io.utflow.reactor.DataBufferText;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractEncoder;
import org.springframework.core.codec.EncodingException;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.log.LogFormatUtils;
import org.springframework.http.HttpLogging;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Text to bytes. The elements of a stream are one text: a surrogate pair that lies across two is
 * one character, and a byte order mark is written once.
 */
final class StringBodyEncoder extends AbstractEncoder<CharSequence> {
  /** The additional room for a buffer that was too small: a byte order mark and some characters. */
  private static final int MORE_ROOM = 64;

  private final CodecSpec spec;

  StringBodyEncoder(CodecSpec spec) {
    super(MimeTypes.text(spec.encoder().encoding()), MimeTypeUtils.ALL);
    this.spec = spec;
    setLogger(HttpLogging.forLogName(StringBodyEncoder.class));
  }

  /** As Spring's own: a {@code StringBuilder} may be written as JSON, a {@code String} is not. */
  @Override
  public boolean canEncode(ResolvableType elementType, @Nullable MimeType mimeType) {
    Class<?> type = elementType.toClass();
    boolean isText =
        type == String.class
            ? !MimeTypes.isEventStream(mimeType)
            : CharSequence.class.isAssignableFrom(type)
                && (mimeType == null || MediaType.TEXT_PLAIN.isCompatibleWith(mimeType));
    return isText && Charsets.areWritten(mimeType);
  }

  @Override
  public Flux<DataBuffer> encode(
      Publisher<? extends CharSequence> input,
      DataBufferFactory factory,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    if (input instanceof Mono) {
      // Spring writes a Mono as one buffer, whose length is the Content-Length.
      return Mono.from(input)
          .map(text -> encodeValue(text, factory, elementType, mimeType, hints))
          .flux();
    }
    EncoderSpec chars;
    try {
      chars = Charsets.writing(mimeType, spec.encoder());
    } catch (IllegalArgumentException e) {
      return Flux.error(unwritable(e));
    }
    Flux<? extends CharSequence> text = Flux.from(input);
    if (logger.isDebugEnabled()) {
      text = text.doOnNext(element -> log(element, hints));
    }
    return text.transform(DataBufferText.encode(chars, factory))
        .onErrorMap(IllFormedTextException.class, StringBodyEncoder::illFormed);
  }

  @Override
  public DataBuffer encodeValue(
      CharSequence text,
      DataBufferFactory factory,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    log(text, hints);
    EncoderSpec chars;
    try {
      chars = Charsets.writing(mimeType, spec.encoder());
    } catch (IllegalArgumentException e) {
      throw unwritable(e);
    }
    long room = (long) text.length() * chars.encoding().maxBytesPerChar();
    DataBuffer buffer = factory.allocateBuffer((int) Math.min(room, Integer.MAX_VALUE - MORE_ROOM));
    boolean written = false;
    try {
      write(text, chars.newEncoder(), buffer);
      written = true;
      return buffer;
    } catch (IllFormedTextException e) {
      throw illFormed(e);
    } finally {
      if (!written) {
        DataBufferUtils.release(buffer);
      }
    }
  }

  private static void write(CharSequence text, TextEncoder encoder, DataBuffer buffer) {
    int from = 0;
    while (writeInto(text, from, encoder, buffer) == CoderStatus.OVERFLOW) {
      from = Math.toIntExact(encoder.position()) + encoder.pendingChars();
      buffer.ensureWritable(buffer.writableByteCount() + MORE_ROOM);
    }
  }

  private static CoderStatus writeInto(
      CharSequence text, int from, TextEncoder encoder, DataBuffer buffer) {
    try (DataBuffer.ByteBufferIterator views = buffer.writableByteBuffers()) {
      ByteBuffer view = views.hasNext() ? views.next() : ByteBuffer.allocate(0);
      CoderStatus status = encoder.encode(text, from, view, true);
      buffer.writePosition(buffer.writePosition() + view.position());
      return status;
    }
  }

  static EncodingException illFormed(IllFormedTextException cause) {
    return new EncodingException("Text encoding error: " + cause.getMessage(), cause);
  }

  /** The exception for a charset that has no encoding here, or that does not fit the spec. */
  private static EncodingException unwritable(IllegalArgumentException cause) {
    return new EncodingException("Unsupported charset: " + cause.getMessage(), cause);
  }

  private void log(CharSequence text, @Nullable Map<String, Object> hints) {
    if (!Hints.isLoggingSuppressed(hints)) {
      LogFormatUtils.traceDebug(
          logger,
          traceOn ->
              Hints.getLogPrefix(hints) + "Writing " + LogFormatUtils.formatValue(text, !traceOn));
    }
  }
}
