/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBuffer;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/**
 * What {@code encode} and {@code transcode} allocate goes to the subscriber or is released (L5), at
 * whatever point the stream is left; and so is what they are given.
 */
class OutputOwnershipTest {
  private static final EncoderSpec TO =
      EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4).onMalformed(MalformedPolicy.REPORT);
  private static final DecoderSpec FROM =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);

  /** Many outputs, none, one over a cut, and an ill-formed sequence after some text. */
  private static final List<String> TEXTS =
      List.of("abcdefghi", "", "\u20ac\u20ac\uD83D", "\uDE00xyz\uDC00!!!!");

  private static final List<byte[]> PIECES =
      List.of(
          "abcdefghi".getBytes(StandardCharsets.UTF_8),
          new byte[0],
          new byte[] {(byte) 0xE2, (byte) 0x82, (byte) 0xAC, (byte) 0xF0},
          new byte[] {(byte) 0x9F, (byte) 0x98, (byte) 0x80, 'x', 'y', 'z', (byte) 0xFF, '!'});

  private final CountingAllocator allocator = new CountingAllocator();

  /** One run through an operator: what it allocates, what it is given, what is left of both. */
  private final class Run<B> {
    private final OutputFacade<B> facade;
    private final Delivery<B> delivery;
    private final boolean encodes;

    Run(OutputFacade<B> facade, boolean encodes) {
      this.facade = facade;
      this.encodes = encodes;
      this.delivery = new Delivery<>(facade.surface(), PIECES);
    }

    Flux<B> outputs() {
      return outputs(TO, FROM);
    }

    Flux<B> outputs(EncoderSpec to, DecoderSpec from) {
      return encodes
          ? Flux.fromIterable(TEXTS).transform(facade.encode().apply(to))
          : delivery.flux().transform(facade.transcode().apply(from, to));
    }

    /** Of the first input alone, from a source that itself discards nothing. */
    Flux<B> outputsOfOne() {
      return encodes
          ? Flux.just(TEXTS.get(0)).transform(facade.encode().apply(TO))
          : Flux.just(delivery.deliver(0)).transform(facade.transcode().apply(FROM, TO));
    }

    /** The same with a source that fails after so many inputs. */
    Flux<B> outputsOfFailingSource(int inputs) {
      IllegalStateException lost = new IllegalStateException("lost");
      return encodes
          ? Flux.fromIterable(TEXTS.subList(0, inputs))
              .concatWith(Flux.error(lost))
              .transform(facade.encode().apply(TO))
          : delivery
              .watched(
                  Flux.fromIterable(delivery.made().subList(0, inputs))
                      .concatWith(Flux.error(lost)))
              .transform(facade.transcode().apply(FROM, TO));
    }

    void requireNothingLeft() {
      assertThat(delivery.referencesLeft()).isSubsetOf(0);
      assertThat(allocator.referencesLeft()).isSubsetOf(0);
    }
  }

  private Stream<Run<?>> runs() {
    return OutputFacade.of(allocator).stream()
        .flatMap(facade -> Stream.of(new Run<>(facade, true), new Run<>(facade, false)));
  }

  @Test
  void cancelledAfterEachOutput() {
    for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
      for (int outputs = 0; outputs <= 8; outputs++) {
        int limit = outputs;
        runs().forEach(run -> cancelAfter(run, limit, demand));
      }
    }
    assertThat(allocator.count()).isGreaterThan(100);
  }

  private <B> void cancelAfter(Run<B> run, int outputs, long demand) {
    Collector<B> collector = new Collector<B>(demand, Buffered::release).cancellingAfter(outputs);
    run.outputs().subscribe(collector);
    collector.cancel();
    assertThat(collector.received()).hasSizeLessThanOrEqualTo(outputs);
    run.requireNothingLeft();
  }

  /** The operator looks ahead, so it has an output that was not requested. */
  @Test
  void cancelledWithAnOutputAheadOfDemandReleasesItAndDiscardsNothing() {
    runs().forEach(this::cancelAhead);
  }

  private <B> void cancelAhead(Run<B> run) {
    List<Object> discarded = new ArrayList<>();
    int before = allocator.count();
    StepVerifier.create(run.outputsOfOne().doOnDiscard(Object.class, discarded::add), 1)
        .consumeNextWith(Buffered::release)
        .then(() -> assertThat(allocator.count()).isEqualTo(before + 2))
        .then(() -> assertThat(allocator.referencesLeft()).contains(1))
        .thenCancel()
        .verify();
    run.requireNothingLeft();
    assertThat(discarded).isEmpty();
  }

  @Test
  void theTextFails() {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      runs().forEach(run -> failText(run, demand));
    }
  }

  private <B> void failText(Run<B> run, long demand) {
    StringBuilder text = new StringBuilder();
    Collector<B> collector =
        new Collector<>(
            demand,
            buffer -> {
              byte[] bytes = run.facade.surface().content().apply(buffer);
              text.append(new String(bytes, StandardCharsets.UTF_8));
              Buffered.release(buffer);
            });
    run.outputs().subscribe(collector);
    assertThat(collector.error()).isInstanceOf(IllFormedTextException.class);
    String euros = run.encodes ? "\u20ac\u20ac" : "\u20ac";
    assertThat(text).hasToString("abcdefghi" + euros + "\uD83D\uDE00xyz");
    run.requireNothingLeft();
  }

  @Test
  void theSourceFailsAfterEachInput() {
    for (int inputs = 0; inputs < TEXTS.size(); inputs++) {
      int count = inputs;
      runs().forEach(run -> failSource(run, count));
    }
  }

  private <B> void failSource(Run<B> run, int inputs) {
    Collector<B> collector = new Collector<>(1, Buffered::release);
    run.outputsOfFailingSource(inputs).subscribe(collector);
    assertThat(collector.error()).hasMessage("lost");
    run.requireNothingLeft();
  }

  @Test
  void anObserverFails() {
    for (Throwable thrown : List.of(new RuntimeException("thrown"), new AssertionError("thrown"))) {
      runs().forEach(run -> failObserver(run, thrown));
    }
  }

  private <B> void failObserver(Run<B> run, Throwable thrown) {
    Runnable fail =
        () -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) thrown;
        };
    Collector<B> collector = new Collector<>(1, Buffered::release);
    run.outputs(TO.observer(s -> fail.run()), FROM.observer(s -> fail.run())).subscribe(collector);
    assertThat(collector.error()).isSameAs(thrown);
    run.requireNothingLeft();
  }

  @Test
  void theAllocatorFailsAtEachBuffer() {
    for (int buffers = 0; buffers < 6; buffers++) {
      CountingAllocator failing = new CountingAllocator().failAfter(buffers);
      for (OutputFacade<?> facade : OutputFacade.of(failing)) {
        failAllocator(facade, failing);
      }
    }
  }

  private <B> void failAllocator(OutputFacade<B> facade, CountingAllocator failing) {
    Run<B> run = new Run<>(facade, false);
    Collector<B> collector = new Collector<>(1, Buffered::release);
    run.outputs().subscribe(collector);
    assertThat(collector.error()).hasMessage("no memory");
    assertThat(failing.referencesLeft()).isSubsetOf(0);
    run.requireNothingLeft();
  }

  @Test
  void whatArrivesAfterACancelIsReleased() {
    PushSource<ByteBuf> source = new PushSource<>();
    Collector<ByteBuf> collector = new Collector<>(1, Buffered::release);
    source.transform(ByteBufText.transcode(FROM, TO, allocator)).subscribe(collector);
    collector.cancel();
    ByteBuf late = KindOfBuffer.pooledDirect().of().apply(new byte[] {'a'});
    source.subscriber().onNext(late);
    assertThat(late.refCnt()).isZero();
    assertThat(allocator.count()).isZero();
  }

  @Test
  void anInputIsReleasedAsSoonAsItIsUsedUp() {
    Delivery<ByteBuf> delivery =
        new Delivery<>(
            KindOfBuffer.pooledDirect(), List.of("abcdefghij".getBytes(), "kl".getBytes()));
    Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> operator =
        ByteBufText.transcode(FROM, TO, allocator);
    StepVerifier.create(delivery.flux().transform(operator), 1)
        .consumeNextWith(Buffered::release)
        .then(() -> assertThat(delivery.made().get(0).refCnt()).isOne())
        .thenRequest(1)
        .consumeNextWith(Buffered::release) // The last output is polled ahead.
        .then(() -> assertThat(delivery.made().get(0).refCnt()).isZero())
        .thenRequest(1)
        .consumeNextWith(Buffered::release)
        .thenRequest(1)
        .consumeNextWith(Buffered::release)
        .verifyComplete();
    assertThat(delivery.referencesLeft()).containsOnly(0);
  }

  // Whose buffers they are.

  @Test
  void theAllocatorIsTheOneThatWasGiven() {
    ByteBuf encoded = Flux.just("a").transform(ByteBufText.encode(TO, allocator)).blockLast();
    assertThat(allocator.count()).isOne();
    assertThat(encoded.refCnt()).isOne();
    encoded.release();
    assertThat(allocator.referencesLeft()).containsExactly(0);
    ByteBuf byDefault = Flux.just("a").transform(ByteBufText.encode(TO)).blockLast();
    assertThat(byDefault.alloc()).isSameAs(ByteBufAllocator.DEFAULT);
    byDefault.release();
    assertThat(allocator.count()).isOne();
  }

  static Stream<OutputFacade<?>> factories() {
    return Stream.concat(
        Stream.of(OutputFacade.of(new DefaultDataBufferFactory(true))),
        OutputFacade.of(ByteBufAllocator.DEFAULT).stream().skip(1));
  }

  @ParameterizedTest
  @MethodSource("factories")
  void theFactoryIsTheOneThatWasGiven(OutputFacade<DataBuffer> facade) {
    DataBuffer encoded = Flux.just("a").transform(facade.encode().apply(TO)).blockLast();
    DataBuffer transcoded =
        Flux.just(facade.surface().of().apply(new byte[] {'a'}))
            .transform(facade.transcode().apply(FROM, TO))
            .blockLast();
    boolean netty = facade.name().startsWith("Netty");
    for (DataBuffer buffer : List.of(encoded, transcoded)) {
      assertThat(buffer).isInstanceOf(netty ? NettyDataBuffer.class : DefaultDataBuffer.class);
      assertThat(facade.surface().content().apply(buffer)).isEqualTo(new byte[] {'a'});
      if (!netty) {
        assertThat(((DefaultDataBuffer) buffer).getNativeBuffer().isDirect()).isTrue();
      }
      Buffered.release(buffer);
    }
  }

  @Test
  void whatIsMissingIsRefusedBeforeAnyoneSubscribes() {
    assertThatThrownBy(() -> ByteBufText.encode(TO, null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> ByteBufText.transcode(FROM, TO, null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> DataBufferText.encode(TO, null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> ByteArrayText.encode((EncoderSpec) null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> ByteArrayText.transcode(FROM, null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> ByteArrayText.transcode(null, TO))
        .isInstanceOf(NullPointerException.class);
  }
}
