/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.test.StepVerifier;

/** Each buffer delivered is released once (L5), at whatever point the stream is left. */
class OwnershipTest {
  private static final DecoderSpec PAIRS =
      DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2).onMalformed(MalformedPolicy.REPORT);
  private static final List<byte[]> PIECES =
      List.of(
          utf8("abcdefg"), utf8(""), utf8("\u20ac\u20ac\u20ac"), new byte[] {(byte) 0xE2}, tail());

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Ends what the piece before it began, and holds an ill-formed sequence after some text. */
  private static byte[] tail() {
    return new byte[] {(byte) 0x82, (byte) 0xAC, 'x', 'y', 'z', (byte) 0xFF, '!', '!'};
  }

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.counted();
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void decodeCancelledAfterEachOutput(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
      for (int outputs = 0; outputs <= 9; outputs++) {
        Delivery<B> delivery = new Delivery<>(surface, PIECES);
        Collector<String> collector = new Collector<String>(demand).cancellingAfter(outputs);
        delivery.flux().transform(surface.facade().decode().apply(PAIRS)).subscribe(collector);
        collector.cancel();
        assertThat(collector.received()).hasSizeLessThanOrEqualTo(outputs);
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void validateCancelledAfterEachOutput(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
      for (int outputs = 0; outputs <= 6; outputs++) {
        Delivery<B> delivery = new Delivery<>(surface, PIECES);
        Collector<B> collector = new Collector<B>(demand).cancellingAfter(outputs);
        delivery.flux().transform(surface.facade().validate().apply(PAIRS)).subscribe(collector);
        collector.cancel();
        collector.received().forEach(Buffered::release);
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void theSourceFailsAfterEachInput(KindOfBuffer<B> surface) {
    for (int inputs = 0; inputs < PIECES.size(); inputs++) {
      Delivery<B> delivery = new Delivery<>(surface, PIECES);
      Flux<B> failing =
          delivery.watched(
              Flux.fromIterable(delivery.made().subList(0, inputs))
                  .concatWith(Flux.error(new IllegalStateException("lost"))));
      StepVerifier.create(
              failing.transform(surface.facade().decode().apply(PAIRS)).ignoreElements())
          .verifyErrorMessage("lost");
      assertThat(delivery.referencesLeft()).isSubsetOf(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void theTextFails(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, PIECES);
    Collector<String> collector = new Collector<>(1);
    delivery.flux().transform(surface.facade().decode().apply(PAIRS)).subscribe(collector);
    assertThat(collector.error()).isNotNull();
    assertThat(String.join("", collector.received()))
        .isEqualTo("abcdefg\u20ac\u20ac\u20ac\u20acxyz");
    assertThat(delivery.referencesLeft()).hasSize(PIECES.size()).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void cancelledWithoutDemandForWhatIsLeftOfTheInput(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, PIECES);
    StepVerifier.create(delivery.flux().transform(surface.facade().decode().apply(PAIRS)), 1)
        .expectNext("ab")
        .then(() -> assertThat(delivery.delivered()).hasSize(1))
        .thenCancel()
        .verify();
    assertThat(delivery.referencesLeft()).containsExactly(0);
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void anInputIsReleasedAsSoonAsItIsUsedUp(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(utf8("abcde"), utf8("fg")));
    StepVerifier.create(delivery.flux().transform(surface.facade().decode().apply(PAIRS)), 1)
        .expectNext("ab")
        .then(() -> assertThat(references(surface, delivery)).containsExactly(1))
        .thenRequest(1)
        .expectNextCount(1) // The last output is polled ahead, and the input is used up.
        .then(() -> assertThat(references(surface, delivery)).containsExactly(0))
        .thenRequest(1)
        .expectNextCount(1)
        .thenRequest(1)
        .expectNext("fg")
        .verifyComplete();
  }

  private static <B> List<Integer> references(KindOfBuffer<B> surface, Delivery<B> delivery) {
    return delivery.delivered().stream().map(surface.references()::applyAsInt).toList();
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whatArrivesAfterTheEndIsReleasedAndNotDiscarded(KindOfBuffer<B> surface) {
    for (Ending ending : Ending.values()) {
      Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'a', -1}, utf8("late")));
      PushSource<B> source = new PushSource<>();
      List<Object> discarded = new ArrayList<>();
      Collector<String> collector = new Collector<>(Long.MAX_VALUE);
      source
          .transform(surface.facade().decode().apply(PAIRS))
          .doOnDiscard(Object.class, discarded::add)
          .subscribe(collector);
      switch (ending) {
        case COMPLETE -> source.subscriber().onComplete();
        case SOURCE_ERROR -> source.subscriber().onError(new IllegalStateException("lost"));
        case TEXT_ERROR -> source.subscriber().onNext(delivery.deliver(0));
        case CANCEL -> collector.cancel();
      }
      source.subscriber().onNext(delivery.deliver(1));
      assertThat(delivery.referencesLeft()).as(ending.name()).isNotEmpty().containsOnly(0);
      assertThat(discarded).isEmpty();
    }
  }

  private enum Ending {
    COMPLETE,
    SOURCE_ERROR,
    TEXT_ERROR,
    CANCEL
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aSourceThatIgnoresDemandFailsTheStreamAndLeaksNothing(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(utf8("abcd"), utf8("ef"), utf8("gh")));
    PushSource<B> source = new PushSource<>();
    Collector<String> collector = new Collector<>(0);
    source.transform(surface.facade().decode().apply(PAIRS)).subscribe(collector);
    collector.request(1);
    for (int i = 0; i < 3; i++) {
      source.subscriber().onNext(delivery.deliver(i));
    }
    assertThat(collector.received()).containsExactly("ab");
    assertThat(source.cancels()).isOne();
    collector.request(9);
    assertThat(String.join("", collector.received())).isEqualTo("abcdef");
    assertThat(collector.error()).matches(reactor.core.Exceptions::isOverflow);
    assertThat(delivery.referencesLeft()).hasSize(3).containsOnly(0);
  }

  @Test
  void aCompositeBufferIsHeldUntilItsLastComponentIsRead() {
    // Two components, too long together to be copied, of a piece and a half each.
    String piece = "x".repeat(500);
    String half = "x".repeat(250);
    byte[] bytes = utf8(piece + half + piece + half);
    Delivery<ByteBuf> delivery = new Delivery<>(KindOfBuffer.composite(), List.of(bytes));
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).pieceChars(500);
    StepVerifier.create(delivery.flux().transform(ByteBufText.decode(spec)), 1)
        .expectNext(piece)
        .then(() -> assertThat(delivery.made().get(0).refCnt()).isOne())
        .thenRequest(1)
        .expectNext(half)
        .then(() -> assertThat(delivery.made().get(0).refCnt()).isOne())
        .thenRequest(1)
        .expectNext(piece) // The last half is polled ahead.
        .then(() -> assertThat(delivery.made().get(0).refCnt()).isZero())
        .thenRequest(1)
        .expectNext(half)
        .verifyComplete();
  }

  @Test
  void aStageThatFailsToCloseKeepsNoInput() {
    ByteBuf buffer = KindOfBuffer.pooledDirect().of().apply(utf8("abc"));
    ViewStage<ByteBuf, String> views = new ViewStage<>(ByteBufs.INSTANCE, new Unclosable());
    views.offer(buffer);
    assertThat(views.poll()).isNotNull();
    assertThat(buffer.refCnt()).isOne();
    assertThatThrownBy(views::close).hasMessage("close");
    assertThat(buffer.refCnt()).isZero();
  }

  private static final class Unclosable extends PlainStage<ByteBuffer, String> {
    private boolean fed;

    @Override
    public void offer(ByteBuffer input) {
      fed = true;
    }

    @Override
    public String poll() {
      return fed ? "text" : null;
    }

    @Override
    public void close() {
      throw new AssertionError("close");
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aBufferThatWasReleasedAlreadyFailsTheStreamWithAdvice(KindOfBuffer<B> surface) {
    B dead = surface.of().apply(utf8("dead"));
    Buffered.release(dead);
    String advice = dead instanceof ByteBuf ? "receive().retain()" : "DataBufferUtils::retain";
    StepVerifier.create(Flux.just(dead).transform(surface.facade().decode().apply(PAIRS)))
        .verifyErrorSatisfies(
            error ->
                assertThat(error)
                    .isInstanceOf(
                        dead instanceof ByteBuf
                            ? IllegalReferenceCountException.class
                            : IllegalStateException.class)
                    .hasMessageContaining(advice)
                    .hasCauseInstanceOf(IllegalReferenceCountException.class));
  }

  @Test
  void aBufferThatIsReleasedWhileItIsReadIsReportedWithAdvice() {
    List<Throwable> dropped = new ArrayList<>();
    Hooks.onErrorDropped(dropped::add);
    try {
      ByteBuf buffer = KindOfBuffer.pooledDirect().of().apply(utf8("abcdef"));
      StepVerifier.create(Flux.just(buffer).transform(ByteBufText.decode(PAIRS)), 1)
          .expectNext("ab")
          .then(buffer::release)
          .thenCancel()
          .verify();
    } finally {
      Hooks.resetOnErrorDropped();
    }
    assertThat(dropped)
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .isInstanceOf(IllegalReferenceCountException.class)
        .hasMessageContaining("receive().retain()");
  }
}
