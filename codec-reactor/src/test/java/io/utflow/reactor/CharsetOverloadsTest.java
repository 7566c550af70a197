/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.stage.LineBreaks;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;

/** Operators made with a charset read and write as those made with its encoding. */
class CharsetOverloadsTest {
  private static final String TEXT = "\u00E9\uD83D\uDE00\nz";

  private static <B> void check(
      Function<byte[], B> wrapped,
      Function<Flux<? extends B>, Flux<String>> decode,
      Function<Flux<? extends B>, Flux<String>> lines,
      Function<Flux<? extends B>, Flux<B>> validate) {
    byte[] bytes = TEXT.getBytes(UTF_16LE);
    assertThat(decode.apply(Flux.just(wrapped.apply(bytes))).collectList().block())
        .containsExactly(TEXT);
    assertThat(lines.apply(Flux.just(wrapped.apply(bytes))).collectList().block())
        .containsExactly("\u00E9\uD83D\uDE00", "z");
    Flux<B> passed = validate.apply(Flux.just(wrapped.apply(bytes)));
    assertThat(decode.apply(passed).collectList().block()).containsExactly(TEXT);
  }

  @Test
  void ofByteArrays() {
    check(
        Function.identity(),
        ByteArrayText.decode(UTF_16LE),
        ByteArrayText.lines(UTF_16LE, LineBreaks.LF_OR_CRLF),
        ByteArrayText.validate(UTF_16LE));
    Flux<byte[]> encoded = Flux.just(TEXT).transform(ByteArrayText.encode(UTF_16LE));
    assertThat(encoded.blockLast()).isEqualTo(TEXT.getBytes(UTF_16LE));
  }

  @Test
  void ofByteBuffers() {
    check(
        ByteBuffer::wrap,
        ByteBufferText.decode(UTF_16LE),
        ByteBufferText.lines(UTF_16LE, LineBreaks.LF_OR_CRLF),
        ByteBufferText.validate(UTF_16LE));
    Flux<ByteBuffer> encoded = Flux.just(TEXT).transform(ByteBufferText.encode(UTF_16LE));
    assertThat(encoded.blockLast()).isEqualTo(ByteBuffer.wrap(TEXT.getBytes(UTF_16LE)));
  }

  @Test
  void ofByteBufs() {
    check(
        bytes -> Unpooled.wrappedBuffer(bytes),
        ByteBufText.decode(UTF_16LE),
        ByteBufText.lines(UTF_16LE, LineBreaks.LF_OR_CRLF),
        ByteBufText.validate(UTF_16LE));
    ByteBuf encoded = Flux.just(TEXT).transform(ByteBufText.encode(UTF_16LE)).blockLast();
    assertThat(encoded.toString(UTF_16LE)).isEqualTo(TEXT);
    encoded.release();
  }

  @Test
  void ofDataBuffers() {
    DefaultDataBufferFactory factory = DefaultDataBufferFactory.sharedInstance;
    check(
        factory::wrap,
        DataBufferText.decode(UTF_16LE),
        DataBufferText.lines(UTF_16LE, LineBreaks.LF_OR_CRLF),
        DataBufferText.validate(UTF_16LE));
    DataBuffer encoded = Flux.just(TEXT).transform(DataBufferText.encode(UTF_16LE)).blockLast();
    assertThat(encoded.toString(UTF_16LE)).isEqualTo(TEXT);
    DataBufferUtils.release(encoded);
  }
}
