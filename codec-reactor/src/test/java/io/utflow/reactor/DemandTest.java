/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/**
 * No operator emits beyond demand or stalls below it (L6); the prefix comes before the error (L7).
 */
class DemandTest {
  private static final DecoderSpec PAIRS = DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2);
  private static final DecoderSpec REPORTING = PAIRS.onMalformed(MalformedPolicy.REPORT);

  private static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static StepVerifier.FirstStep<String> verify(long demand, byte[]... pieces) {
    return StepVerifier.create(
        Flux.just(pieces).transform(ByteArrayText.decode(REPORTING)), demand);
  }

  @Test
  void oneInputOfManyOutputs() {
    verify(0, bytes("abcdef"), bytes("gh"))
        .expectSubscription()
        .thenRequest(1)
        .expectNext("ab")
        .thenRequest(1)
        .expectNext("cd")
        .thenRequest(2)
        .expectNext("ef", "gh")
        .verifyComplete();
  }

  @Test
  void manyInputsOfOneOutput() {
    verify(1, bytes("\u00F0"), bytes("\u009F"), bytes(""), bytes("\u0098"), bytes("\u0080"))
        .expectNext("\uD83D\uDE00")
        .verifyComplete();
  }

  @Test
  void inputsOfNoOutput() {
    verify(1, bytes(""), bytes(""), bytes("\u00EF"), bytes("\u00BB\u00BF")).verifyComplete();
  }

  @Test
  void anEmptySourceCompletesWithoutDemand() {
    verify(0).verifyComplete();
  }

  @Test
  void theTailAtTheEndIsAnOutputLikeAnyOther() {
    StepVerifier.create(
            Flux.just(bytes("a"), bytes("\u00F0\u009F"))
                .transform(ByteArrayText.decode(TextEncoding.UTF_8)),
            1)
        .expectNext("a")
        .thenRequest(1)
        .expectNext("\uFFFD")
        .verifyComplete();
  }

  /** Reactive Streams 1.7, on which no operator behind this one need insist. */
  @Test
  void anErrorAtTheEndIsTheLastSignal() {
    for (long demand : new long[] {2, 3, Long.MAX_VALUE}) {
      List<String> signals = new ArrayList<>();
      Flux.just(bytes("a"), bytes("\u00F0\u009F"))
          .transform(ByteArrayText.decode(REPORTING))
          .subscribe(new Signals(signals, demand));
      assertThat(signals).containsExactly("a", "IllFormedTextException");
    }
  }

  /** A subscriber that looks at every signal. */
  private record Signals(List<String> seen, long demand) implements CoreSubscriber<String> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(demand);
    }

    @Override
    public void onNext(String text) {
      seen.add(text);
    }

    @Override
    public void onError(Throwable failure) {
      seen.add(failure.getClass().getSimpleName());
    }

    @Override
    public void onComplete() {
      seen.add("complete");
    }
  }

  @Test
  void theErrorOfTheTextNeedsNoDemand() {
    verify(1, bytes("ab\u00FFcd")).expectNext("ab").verifyError(IllFormedTextException.class);
  }

  @Test
  void theErrorOfTheTextWaitsBehindThePrefix() {
    TestPublisher<byte[]> source = TestPublisher.create();
    StepVerifier.create(source.flux().transform(ByteArrayText.decode(REPORTING)), 1)
        .then(() -> source.next(bytes("abcde\u00FFfg")))
        .expectNext("ab")
        .thenRequest(1)
        .expectNext("cd")
        .then(source::assertNotCancelled)
        .thenRequest(1)
        .expectNext("e")
        .verifyError(IllFormedTextException.class);
    source.assertCancelled();
  }

  @Test
  void theErrorOfTheSourceWaitsBehindTheTextThatHadArrived() {
    TestPublisher<byte[]> source = TestPublisher.create();
    StepVerifier.create(source.flux().transform(ByteArrayText.decode(PAIRS)), 1)
        .then(() -> source.next(bytes("abcd\u00F0")).error(new IllegalStateException("lost")))
        .expectNext("ab")
        .thenRequest(1)
        .expectNext("cd")
        .verifyErrorMessage("lost");
  }

  @Test
  void theErrorOfAnObserverFailsTheStreamUnchanged() {
    RuntimeException thrown = new RuntimeException("observer");
    DecoderSpec spec =
        PAIRS.observer(
            sequence -> {
              throw thrown;
            });
    StepVerifier.create(Flux.just(bytes("a\u00FFb")).transform(ByteArrayText.decode(spec)))
        .expectNext("a")
        .verifyErrorSatisfies(error -> assertThat(error).isSameAs(thrown));
  }

  @Test
  void boundedDemandAsksForOneInputAtATimeWhenTheStageIsDry() {
    TestPublisher<byte[]> source = TestPublisher.create();
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(
            source.flux().doOnRequest(requests::add).transform(ByteArrayText.decode(PAIRS)), 0)
        .then(() -> assertThat(requests).isEmpty())
        .thenRequest(5)
        .then(() -> assertThat(requests).containsExactly(1L))
        .thenRequest(5)
        .then(() -> assertThat(requests).containsExactly(1L))
        .then(() -> source.next(bytes("")))
        .then(() -> assertThat(requests).containsExactly(1L, 1L))
        .then(() -> source.next(bytes("abcdefghijklmnopqrstuvwx")))
        .expectNextCount(10)
        .then(() -> assertThat(requests).containsExactly(1L, 1L))
        .thenRequest(3)
        .expectNextCount(2)
        .then(() -> assertThat(requests).containsExactly(1L, 1L, 1L))
        .then(source::complete)
        .verifyComplete();
  }

  @Test
  void unboundedDemandIsPassedOn() {
    Delivery<byte[]> delivery = bytewise("abc");
    assertThat(delivery.flux().transform(ByteArrayText.decode(PAIRS)).collectList().block())
        .containsExactly("a", "b", "c");
    assertThat(delivery.requests()).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void demandThatBecomesUnboundedIsPassedOnWhenTheStageIsDry() {
    TestPublisher<byte[]> source = TestPublisher.create();
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(
            source.flux().doOnRequest(requests::add).transform(ByteArrayText.decode(PAIRS)), 1)
        .then(() -> source.next(bytes("abcdef")))
        .expectNext("ab")
        .then(() -> assertThat(requests).containsExactly(1L))
        .thenRequest(Long.MAX_VALUE)
        .expectNext("cd", "ef")
        .then(() -> assertThat(requests).containsExactly(1L, Long.MAX_VALUE))
        .then(() -> source.next(bytes("gh"), bytes("ijk")))
        .thenRequest(1)
        .expectNext("gh", "ij", "k")
        .then(source::complete)
        .verifyComplete();
    assertThat(requests).containsExactly(1L, Long.MAX_VALUE);
  }

  @Test
  void demandThatBecomesUnboundedIsPassedOnWhileAnInputIsAwaited() {
    TestPublisher<byte[]> source = TestPublisher.create();
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(
            source.flux().doOnRequest(requests::add).transform(ByteArrayText.decode(PAIRS)), 1)
        .then(() -> assertThat(requests).containsExactly(1L))
        .thenRequest(Long.MAX_VALUE)
        .then(() -> assertThat(requests).containsExactly(1L, Long.MAX_VALUE))
        .then(() -> source.next(bytes("a"), bytes("b")).complete())
        .expectNext("a", "b")
        .verifyComplete();
  }

  @Test
  void demandIsCountedWhateverTheBatches() {
    String text = "abcdefghijklmnopqrstuvwxyz".repeat(4);
    for (int piece = 1; piece <= 9; piece++) {
      for (int batch = 1; batch <= 5; batch++) {
        Flux<byte[]> source = Flux.fromIterable(Buffered.pieces(bytes(text), piece));
        assertThat(Collector.all(source.transform(ByteArrayText.decode(PAIRS)), batch))
            .hasSize(piecesOfTwo(text.length(), piece))
            .satisfies(all -> assertThat(String.join("", all)).isEqualTo(text));
      }
    }
  }

  private static int piecesOfTwo(int length, int piece) {
    return length / piece * ((piece + 1) / 2) + (length % piece + 1) / 2;
  }

  @Test
  void requestsInsideOnNextDoNotDeepenTheStack() {
    int count = 100_000;
    Collector<String> collector = new Collector<>(1);
    Flux.range(0, count)
        .map(i -> bytes("abcdef"))
        .transform(ByteArrayText.decode(PAIRS))
        .subscribe(collector);
    assertThat(collector.received()).hasSize(3 * count);
  }

  @Test
  void aRequestThatIsNotPositiveIsNoDemand() {
    PushSource<byte[]> source = new PushSource<>();
    AtomicLong received = new AtomicLong();
    source.transform(ByteArrayText.decode(PAIRS)).subscribe(new Unruly(received));
    assertThat(source.requests()).isEmpty();
    source.subscriber().onNext(bytes("a"));
    assertThat(received).hasValue(0);
  }

  /** Bytes of ASCII text one by one. */
  private static Delivery<byte[]> bytewise(String text) {
    @SuppressWarnings("unchecked")
    KindOfBuffer<byte[]> arrays = (KindOfBuffer<byte[]>) KindOfBuffer.all().get(0);
    return new Delivery<>(arrays, text.chars().mapToObj(c -> new byte[] {(byte) c}).toList());
  }

  private static final class Unruly implements reactor.core.CoreSubscriber<String> {
    private final AtomicLong received;

    Unruly(AtomicLong received) {
      this.received = received;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(-1);
      subscription.request(0);
    }

    @Override
    public void onNext(String text) {
      received.incrementAndGet();
    }

    @Override
    public void onError(Throwable failure) {
      throw new AssertionError(failure);
    }

    @Override
    public void onComplete() {}
  }
}
