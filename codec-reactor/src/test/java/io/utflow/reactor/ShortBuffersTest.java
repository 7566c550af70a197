/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferWrapper;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Short buffers of every kind that Spring and Netty have are read whole and released once. */
class ShortBuffersTest {
  private static final List<String> PIECES =
      List.of("plain", "\u00e9t\u00e9", "\u20ac", "\ud83d\ude00");

  private static final NettyDataBufferFactory NETTY =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);

  /** Neither Netty's nor Spring's own. */
  private static final class Wrapped extends DataBufferWrapper {
    Wrapped(DataBuffer delegate) {
      super(delegate);
    }
  }

  private static final List<Function<byte[], DataBuffer>> KINDS =
      List.of(
          bytes -> DefaultDataBufferFactory.sharedInstance.wrap(bytes),
          bytes -> DefaultDataBufferFactory.sharedInstance.wrap(direct(bytes)),
          bytes -> new Wrapped(DefaultDataBufferFactory.sharedInstance.wrap(bytes)),
          bytes -> NETTY.wrap(PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes)),
          bytes -> NETTY.wrap(PooledByteBufAllocator.DEFAULT.heapBuffer().writeBytes(bytes)));

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void eachIsOneOutput() {
    for (Function<byte[], DataBuffer> kind : KINDS) {
      List<DataBuffer> buffers = new ArrayList<>();
      PIECES.forEach(piece -> buffers.add(kind.apply(utf8(piece))));
      StepVerifier.create(
              Flux.fromIterable(buffers).transform(DataBufferText.decode(TextEncoding.UTF_8)))
          .expectNextSequence(PIECES)
          .verifyComplete();
      for (DataBuffer buffer : buffers) {
        if (buffer instanceof NettyDataBuffer netty) {
          assertThat(netty.getNativeBuffer().refCnt()).isZero();
        }
      }
    }
  }

  /** Not the first, which decides the byte order mark. */
  @Test
  void oneThatWasReleasedBeforeFailsWithAdvice() {
    DataBuffer first = NETTY.wrap(Unpooled.copiedBuffer("a", StandardCharsets.UTF_8));
    NettyDataBuffer released = NETTY.wrap(Unpooled.copiedBuffer("b", StandardCharsets.UTF_8));
    released.release();
    StepVerifier.create(
            Flux.just(first, released).transform(DataBufferText.decode(TextEncoding.UTF_8)))
        .expectNext("a")
        .verifyErrorSatisfies(failure -> assertThat(failure).hasMessageContaining("retain"));
  }

  @Test
  void oneOfNettyThatWasReleasedBeforeFailsWithAdvice() {
    ByteBuf first = Unpooled.copiedBuffer("a", StandardCharsets.UTF_8);
    ByteBuf released = Unpooled.copiedBuffer("b", StandardCharsets.UTF_8);
    released.release();
    StepVerifier.create(
            Flux.just(first, released).transform(ByteBufText.decode(TextEncoding.UTF_8)))
        .expectNext("a")
        .verifyErrorSatisfies(failure -> assertThat(failure).hasMessageContaining("retain"));
    assertThat(first.refCnt()).isZero();
  }

  /** What cannot be released is told behind the text that was read from it. */
  @Test
  void aReleaseThatFailsIsToldBehindTheText() {
    ByteBuf first = Unpooled.copiedBuffer("a", StandardCharsets.UTF_8);
    ByteBuf stubborn = new Stubborn().writeBytes(utf8("b"));
    StepVerifier.create(
            Flux.just(first, stubborn).transform(ByteBufText.decode(TextEncoding.UTF_8)))
        .expectNext("a", "b")
        .verifyErrorMessage("not released");
  }

  private static final class Stubborn extends UnpooledHeapByteBuf {
    Stubborn() {
      super(UnpooledByteBufAllocator.DEFAULT, 8, 8);
    }

    @Override
    public boolean release() {
      throw new IllegalStateException("not released");
    }
  }
}
