/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * A subscriber that throws from {@code onNext}, as it must not: its subscription is cancelled
 * (Reactive Streams, §2.13), the source hears what was thrown, and no buffer is lost (L5).
 */
class ThrowingSubscriberTest {
  private static final DecoderSpec PAIRS = DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2);

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.counted();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void cancelsItsSubscription(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
      for (String first : List.of("ab", "abcde")) {
        Run<B> run = new Run<>(surface, demand);
        B input = surface.of().apply(ascii(first));
        assertThatThrownBy(() -> run.source.subscriber().onNext(input)).hasMessage("broken");
        B late = surface.of().apply(ascii("late"));
        run.source.subscriber().onNext(late);
        run.source.subscriber().onComplete();
        assertThat(run.source.cancels()).isEqualTo(1);
        assertThat(run.received).containsExactly("ab");
        assertThat(List.of(referencesTo(surface, input), referencesTo(surface, late)))
            .containsOnly(0);
      }
    }
  }

  /** What the source sends within {@code onNext} waits, and goes with the subscription. */
  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void releasesWhatWaits(KindOfBuffer<B> surface) {
    Run<B> run = new Run<>(surface, Long.MAX_VALUE);
    B input = surface.of().apply(ascii("ab"));
    List<B> within = List.of(surface.of().apply(ascii("cd")), surface.of().apply(ascii("ef")));
    run.beforeThrowing = () -> within.forEach(run.source.subscriber()::onNext);
    assertThatThrownBy(() -> run.source.subscriber().onNext(input)).hasMessage("broken");
    assertThat(within).allMatch(buffer -> referencesTo(surface, buffer) == 0);
    assertThat(referencesTo(surface, input)).isZero();
    assertThat(run.received).containsExactly("ab");
  }

  /**
   * A source that throws when it is cancelled, as it must not, keeps no buffer from its release.
   */
  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whoseSourceThrowsToo(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      AtomicReference<Subscriber<? super B>> stage = new AtomicReference<>();
      Subscription throwing =
          new Subscription() {
            @Override
            public void request(long inputs) {}

            @Override
            public void cancel() {
              throw new IllegalStateException("cancelled");
            }
          };
      Flux<B> source =
          Flux.from(
              subscriber -> {
                stage.set(subscriber);
                subscriber.onSubscribe(throwing);
              });
      Run<B> run = new Run<>(surface, demand, source);
      B input = surface.of().apply(ascii("abcde"));
      assertThatThrownBy(() -> stage.get().onNext(input)).hasMessage("cancelled");
      assertThat(run.received).containsExactly("ab");
      assertThat(referencesTo(surface, input)).isZero();
    }
  }

  private static <B> int referencesTo(KindOfBuffer<B> surface, B buffer) {
    return surface.references().applyAsInt(buffer);
  }

  /** A decoded stream whose subscriber throws at its first piece. */
  private static final class Run<B> implements CoreSubscriber<String> {
    final PushSource<B> source = new PushSource<>();
    final List<String> received = new ArrayList<>();
    Runnable beforeThrowing = () -> {};
    private final long demand;

    Run(KindOfBuffer<B> surface, long demand) {
      this.demand = demand;
      subscribe(surface, source);
    }

    Run(KindOfBuffer<B> surface, long demand, Flux<B> other) {
      this.demand = demand;
      subscribe(surface, other);
    }

    private void subscribe(KindOfBuffer<B> surface, Flux<B> from) {
      Flux<String> text = from.transform(surface.facade().decode().apply(PAIRS));
      text.subscribe(this);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(demand);
    }

    @Override
    public void onNext(String text) {
      received.add(text);
      beforeThrowing.run();
      throw new IllegalStateException("broken");
    }

    @Override
    public void onError(Throwable failure) {
      received.add("error " + failure);
    }

    @Override
    public void onComplete() {
      received.add("complete");
    }
  }
}
