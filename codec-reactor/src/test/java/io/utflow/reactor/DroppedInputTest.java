/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.util.context.Context;

/** What comes after the end goes to the hook for it, and is released once, by whomever. */
class DroppedInputTest {
  private final List<Object> seen = new ArrayList<>();
  private final List<Throwable> errors = new ArrayList<>();

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.counted();
  }

  @AfterEach
  void resetHooks() {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void withoutAHookTheOperatorReleases(KindOfBuffer<B> surface) {
    releasedOnce(surface, Context.empty());
    assertThat(seen).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aHookMayRelease(KindOfBuffer<B> surface) {
    both(surface, Buffered::release);
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aHookMayOnlyLook(KindOfBuffer<B> surface) {
    both(surface, buffer -> {});
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aHookMayFail(KindOfBuffer<B> surface) {
    RuntimeException failure = new RuntimeException("hook");
    Hooks.onNextDropped(
        buffer -> {
          throw failure;
        });
    assertThat(catchThrowable(() -> releasedOnce(surface, Context.empty()))).isSameAs(failure);
  }

  /** The hook of all streams, then that of one stream alone. */
  private <B> void both(KindOfBuffer<B> surface, Consumer<Object> act) {
    Consumer<Object> hook = act.andThen(seen::add);
    Hooks.onNextDropped(hook);
    releasedOnce(surface, Context.empty());
    Hooks.resetOnNextDropped();
    releasedOnce(surface, Context.of("reactor.onNextDropped.local", hook));
    assertThat(seen).hasSize(4);
  }

  private <B> void releasedOnce(KindOfBuffer<B> surface, Context context) {
    Hooks.onErrorDropped(errors::add);
    for (int others = 0; others <= 1; others++) {
      PushSource<B> source = new PushSource<>();
      Flux<String> text =
          source.transform(surface.facade().decode().apply(DecoderSpec.of(TextEncoding.UTF_8)));
      text.contextWrite(context).subscribe();
      source.subscriber().onComplete();
      B late = surface.of().apply(new byte[] {'a'});
      if (others == 1) {
        retain(late);
      }
      try {
        source.subscriber().onNext(late);
      } finally {
        assertThat(surface.references().applyAsInt(late)).isEqualTo(others);
        if (others == 1) {
          Buffered.release(late);
        }
      }
    }
    assertThat(errors).isEmpty();
  }

  private static void retain(Object buffer) {
    if (buffer instanceof ByteBuf counted) {
      counted.retain();
    } else {
      DataBufferUtils.retain((DataBuffer) buffer);
    }
  }
}
