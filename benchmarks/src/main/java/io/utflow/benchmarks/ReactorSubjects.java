/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.LineSpec;
import io.utflow.reactor.ByteBufText;
import io.utflow.reactor.DataBufferText;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.function.Function;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.CharBufferDecoder;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.StringDecoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.netty.ByteBufFlux;

/**
 * Whole operators: ours, those of reactor-netty and Spring's decoders. Each stream is a
 * subscription of unbounded demand; each piece of it a buffer made for that stream, in the same way
 * for both sides.
 */
final class ReactorSubjects {
  private static final NettyDataBufferFactory NETTY_DATA_BUFFERS =
      new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);

  private ReactorSubjects() {}

  static Subject byteBufDecode(DecoderSpec spec, BufferKind kind) {
    return pieces -> lengths(retained(pieces, kind).transform(ByteBufText.decode(spec)));
  }

  static Subject byteBufLines(DecoderSpec spec, LineSpec lines, BufferKind kind) {
    return pieces -> lengths(retained(pieces, kind).transform(ByteBufText.lines(spec, lines)));
  }

  /** {@code asString} does not release the buffers, as its source does that; so this does. */
  static Subject asString(Charset charset, BufferKind kind) {
    return pieces -> {
      long chars = lengths(ByteBufFlux.fromInbound(retained(pieces, kind)).asString(charset));
      pieces.buffers(kind).forEach(ByteBuf::release);
      return chars;
    };
  }

  /** The text of the whole stream in one string. */
  static Subject dataBufferText(DecoderSpec spec, BufferKind kind) {
    return pieces ->
        lengths(dataBuffers(pieces, kind).as(DataBufferText.text(spec, Integer.MAX_VALUE)).flux());
  }

  static Subject dataBufferLines(DecoderSpec spec, LineSpec lines, BufferKind kind) {
    return pieces ->
        lengths(dataBuffers(pieces, kind).transform(DataBufferText.lines(spec, lines)));
  }

  /** The same by what {@code bodyToMono} calls. */
  static Subject springText(Charset charset, BufferKind kind) {
    StringDecoder decoder = StringDecoder.allMimeTypes();
    decoder.setMaxInMemorySize(-1);
    MimeType type = text(charset);
    ResolvableType string = ResolvableType.forClass(String.class);
    return pieces ->
        lengths(decoder.decodeToMono(dataBuffers(pieces, kind), string, type, null).flux());
  }

  static Subject springLines(Charset charset, BufferKind kind) {
    return spring(StringDecoder.textPlainOnly(), String.class, charset, kind);
  }

  static Subject springCharBuffers(Charset charset, BufferKind kind) {
    return spring(CharBufferDecoder.allMimeTypes(), CharBuffer.class, charset, kind);
  }

  private static <T extends CharSequence> Subject spring(
      Decoder<T> decoder, Class<T> element, Charset charset, BufferKind kind) {
    MimeType type = text(charset);
    ResolvableType resolved = ResolvableType.forClass(element);
    return pieces -> lengths(decoder.decode(dataBuffers(pieces, kind), resolved, type, null));
  }

  private static MimeType text(Charset charset) {
    return new MimeType("text", "plain", charset);
  }

  private static Flux<ByteBuf> retained(Pieces pieces, BufferKind kind) {
    return Flux.fromIterable(pieces.buffers(kind)).map(ByteBuf::retainedDuplicate);
  }

  private static Flux<DataBuffer> dataBuffers(Pieces pieces, BufferKind kind) {
    if (kind == BufferKind.HEAP) {
      Function<byte[], DataBuffer> wrap = DefaultDataBufferFactory.sharedInstance::wrap;
      return Flux.fromIterable(pieces.arrays()).map(wrap);
    }
    return retained(pieces, kind).map(NETTY_DATA_BUFFERS::wrap);
  }

  private static long lengths(Flux<? extends CharSequence> texts) {
    long[] chars = new long[1];
    texts.subscribe(text -> chars[0] += text.length());
    return chars[0];
  }
}
