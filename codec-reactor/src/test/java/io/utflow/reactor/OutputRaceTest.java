/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Product;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.util.RaceTestUtils;

/** The source on one thread, a cancel or requests on the other: every output is released once. */
class OutputRaceTest {
  private static final int ROUNDS = Product.sampled(3000);
  private static final EncoderSpec FOURS = EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4);
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, Long.MAX_VALUE})
  void cancelAgainstEncode(long demand) {
    for (int round = 0; round < ROUNDS; round++) {
      CountingAllocator allocator = new CountingAllocator();
      Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
      Flux<ByteBuf> outputs = sink.asFlux().transform(ByteBufText.encode(FOURS, allocator));
      Collector<ByteBuf> collector = new Collector<>(demand, Buffered::release);
      outputs.subscribe(collector);
      RaceTestUtils.race(
          () -> {
            sink.tryEmitNext("abcdefgh\uD83D");
            sink.tryEmitNext("\uDE00ijk");
            sink.tryEmitComplete();
          },
          collector::cancel);
      assertThat(allocator.referencesLeft()).isSubsetOf(0);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, Long.MAX_VALUE})
  void cancelAgainstTranscode(long demand) {
    for (int round = 0; round < ROUNDS; round++) {
      CountingAllocator allocator = new CountingAllocator();
      Sinks.Many<ByteBuf> sink = Sinks.many().unicast().onBackpressureBuffer();
      ByteBuf first = KindOfBuffer.pooledDirect().of().apply("abcdefgh".getBytes());
      ByteBuf second = KindOfBuffer.composite().of().apply("ijklmnop".getBytes());
      Collector<ByteBuf> collector = new Collector<>(demand, Buffered::release);
      sink.asFlux().transform(ByteBufText.transcode(UTF_8, FOURS, allocator)).subscribe(collector);
      RaceTestUtils.race(
          () -> {
            emitOrRelease(sink, first);
            emitOrRelease(sink, second);
            sink.tryEmitComplete();
          },
          collector::cancel);
      assertThat(allocator.referencesLeft()).isSubsetOf(0);
      // What the sink kept when it was cancelled is the sink's.
      release(first);
      release(second);
    }
  }

  private static void emitOrRelease(Sinks.Many<ByteBuf> sink, ByteBuf buffer) {
    if (sink.tryEmitNext(buffer).isFailure()) {
      buffer.release();
    }
  }

  private static void release(ByteBuf buffer) {
    if (buffer.refCnt() > 0) {
      buffer.release();
    }
    assertThat(buffer.refCnt()).isZero();
  }

  @Test
  void requestsAgainstTheSourceLoseNothing() {
    for (int round = 0; round < ROUNDS; round++) {
      CountingAllocator allocator = new CountingAllocator();
      Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
      StringBuilder text = new StringBuilder();
      Collector<ByteBuf> collector =
          new Collector<>(
              1,
              buffer -> {
                text.append(buffer.toString(StandardCharsets.UTF_8));
                buffer.release();
              });
      sink.asFlux().transform(ByteBufText.encode(FOURS, allocator)).subscribe(collector);
      RaceTestUtils.race(
          () -> {
            sink.tryEmitNext("abcdefgh\uD83D");
            sink.tryEmitNext("\uDE00ijk");
            sink.tryEmitComplete();
          },
          () -> collector.request(3),
          () -> collector.request(Long.MAX_VALUE));
      assertThat(collector.completed()).isTrue();
      assertThat(text).hasToString("abcdefgh\uD83D\uDE00ijk");
      assertThat(allocator.referencesLeft()).containsOnly(0);
    }
  }
}
