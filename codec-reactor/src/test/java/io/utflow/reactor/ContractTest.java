/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.SignalType;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** What Reactor expects of any operator: hooks, context, what can be scanned. */
class ContractTest {
  private final List<Object> dropped = new ArrayList<>();

  @AfterEach
  void resetHooks() {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
    Hooks.resetOnOperatorError();
  }

  private static Flux<String> decoded(Flux<byte[]> source) {
    return source.transform(ByteArrayText.decode(TextEncoding.UTF_8));
  }

  @Test
  void signalsAfterTheEndAreDropped() {
    Hooks.onErrorDropped(dropped::add);
    Hooks.onNextDropped(dropped::add);
    PushSource<byte[]> source = new PushSource<>();
    StepVerifier.create(decoded(source))
        .then(() -> source.subscriber().onComplete())
        .verifyComplete();
    byte[] late = {'a'};
    RuntimeException error = new RuntimeException("late");
    source.subscriber().onNext(late);
    source.subscriber().onError(error);
    source.subscriber().onComplete();
    assertThat(dropped).containsExactly(late, error);
  }

  @Test
  void anErrorAfterCancelIsDropped() {
    Hooks.onErrorDropped(dropped::add);
    PushSource<byte[]> source = new PushSource<>();
    StepVerifier.create(decoded(source)).thenCancel().verify();
    RuntimeException error = new RuntimeException("late");
    source.subscriber().onError(error);
    assertThat(dropped).containsExactly(error);
  }

  @Test
  void aSecondSubscriptionIsCancelled() {
    PushSource<byte[]> source = new PushSource<>();
    decoded(source).subscribe();
    boolean[] cancelled = new boolean[1];
    source
        .subscriber()
        .onSubscribe(
            new Subscription() {
              @Override
              public void request(long n) {}

              @Override
              public void cancel() {
                cancelled[0] = true;
              }
            });
    assertThat(cancelled[0]).isTrue();
  }

  @Test
  void theContextReachesTheSource() {
    Flux<byte[]> source =
        Flux.deferContextual(context -> Flux.just(context.<String>get("text").getBytes()));
    StepVerifier.create(decoded(source).contextWrite(Context.of("text", "abc")))
        .expectNext("abc")
        .verifyComplete();
  }

  @Test
  void theStateCanBeScanned() {
    Flux<byte[]> empty = Flux.empty();
    assertThat(Scannable.from(ByteArrayText.decode(TextEncoding.UTF_8).apply(empty)))
        .satisfies(operator -> assertThat(operator.scan(Attr.PARENT)).isSameAs(empty));
    PushSource<byte[]> source = new PushSource<>();
    Flux<String> text = ByteArrayText.decode(TextEncoding.UTF_8).apply(source);
    assertThat(text.getPrefetch()).isEqualTo(1);
    assertThat(Scannable.from(text).scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.SYNC);

    List<SignalType> ends = new ArrayList<>();
    StepVerifier.create(text.doFinally(ends::add), 0)
        .thenRequest(3)
        .then(
            () -> {
              Scannable scannable = Scannable.from(source.subscriber());
              assertThat(scannable.scan(Attr.PARENT)).isNotNull();
              assertThat(scannable.scan(Attr.ACTUAL)).isNotNull();
              assertThat(scannable.scan(Attr.PREFETCH)).isEqualTo(1);
              assertThat(scannable.scan(Attr.BUFFERED)).isZero();
              assertThat(scannable.scan(Attr.REQUESTED_FROM_DOWNSTREAM)).isEqualTo(3);
              assertThat(scannable.scan(Attr.TERMINATED)).isFalse();
              assertThat(scannable.scan(Attr.CANCELLED)).isFalse();
              assertThat(scannable.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.SYNC);
            })
        .then(() -> source.subscriber().onComplete())
        .verifyComplete();
    assertThat(Scannable.from(source.subscriber()).scan(Attr.TERMINATED)).isTrue();
    assertThat(ends).containsExactly(SignalType.ON_COMPLETE);
  }

  @Test
  void anErrorOfTheTextPassesTheOperatorErrorHook() {
    Hooks.onOperatorError((error, data) -> new IllegalStateException("mapped", error));
    StepVerifier.create(
            Flux.just(new byte[] {-1})
                .transform(
                    ByteArrayText.decode(
                        io.utflow.codec.DecoderSpec.of(TextEncoding.UTF_8)
                            .onMalformed(io.utflow.codec.MalformedPolicy.REPORT))))
        .verifyErrorMessage("mapped");
  }

  @Test
  void aReleaseThatFailsIsReportedAndKeepsNoSignalBack() {
    Hooks.onErrorDropped(dropped::add);
    for (Throwable thrown : List.of(new AssertionError("release"), new IOException("release"))) {
      dropped.clear();
      PushSource<ByteBuffer> source = new PushSource<>();
      Flux<String> text =
          new FluxStage<>(
              source,
              () -> Stages.decode(DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2)),
              input -> throwUnchecked(thrown),
              output -> {});
      StepVerifier.create(text, 1)
          .then(() -> source.subscriber().onNext(ByteBuffer.wrap("abcd".getBytes())))
          .expectNext("ab")
          .then(() -> source.subscriber().onNext(ByteBuffer.wrap("ef".getBytes())))
          .then(() -> source.subscriber().onNext(ByteBuffer.wrap("too much".getBytes())))
          .thenRequest(9)
          .expectNext("cd", "ef")
          .verifyErrorMatches(Exceptions::isOverflow);
      assertThat(dropped).containsExactly(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwUnchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
