/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** What a stage of the user's own throws, and what its release throws, becomes the error. */
class ThroughFailuresTest {
  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  private enum Where {
    OFFER,
    POLL,
    IS_SPENT,
    END,
    CLOSE
  }

  /** Each input is one output; throws where it is told to, at the second call. */
  private static final class Thrower extends PlainStage<ByteBuffer, String> {
    private final Where where;
    private int calls;
    private String text;

    Thrower(Where where) {
      this.where = where;
    }

    private void at(Where now) {
      boolean once = now == Where.END || now == Where.CLOSE;
      if (where == now && (once || ++calls == 2)) {
        throw new IllegalStateException("thrown at " + now);
      }
    }

    @Override
    public void offer(ByteBuffer input) {
      at(Where.OFFER);
      text = StandardCharsets.ISO_8859_1.decode(input).toString();
    }

    @Override
    public void endOfInput() {
      at(Where.END);
    }

    @Override
    public String poll() {
      String output = text;
      if (output != null) {
        at(Where.POLL);
      }
      text = null;
      return output;
    }

    @Override
    public boolean isSpent() {
      at(Where.IS_SPENT);
      return true;
    }

    @Override
    public void close() {
      at(Where.CLOSE);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whatTheStageThrowsEndsTheStreamBehindTheOutputsBeforeIt(KindOfBuffer<B> surface) {
    List<byte[]> pieces = List.of(Frames.latin1("a"), Frames.latin1("b"), Frames.latin1("c"));
    for (Where where : Where.values()) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, pieces);
        List<Throwable> dropped = new ArrayList<>();
        Collector<String> collector = new Collector<>(demand);
        Hooks.onErrorDropped(dropped::add);
        try {
          delivery
              .flux()
              .transform(surface.facade().through(() -> new Thrower(where)))
              .subscribe(collector);
        } finally {
          Hooks.resetOnErrorDropped();
        }
        String message = "thrown at " + where;
        if (where == Where.CLOSE) {
          assertThat(collector.completed()).isTrue();
          assertThat(dropped).singleElement().extracting(Throwable::getMessage).isEqualTo(message);
        } else {
          assertThat(collector.error()).hasMessage(message);
          assertThat(dropped).isEmpty();
        }
        String text = String.join("", collector.received());
        switch (where) {
          case OFFER, POLL -> assertThat(text).isEqualTo("a");
          case IS_SPENT -> assertThat(text).isEqualTo("ab");
          default -> assertThat(text).isEqualTo("abc");
        }
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  @Test
  void aSupplierThatThrowsOrAnswersNullFailsTheSubscriptionWithAMessage() {
    Flux<byte[]> source = Flux.just(Frames.BYTES);
    List<Throwable> errors = new ArrayList<>();
    source.transform(ByteArrayText.<String>through(() -> null)).subscribe(frame -> {}, errors::add);
    source
        .transform(
            ByteArrayText.<String>through(
                () -> {
                  throw new IllegalStateException("no stage today");
                }))
        .transform(frames -> frames.map(String::length))
        .subscribe(frame -> {}, errors::add);
    assertThat(errors)
        .extracting(Throwable::getMessage)
        .containsExactly("the supplier of stages answered null", "no stage today");
    assertThatThrownBy(() -> ByteArrayText.through(null)).hasMessage("stages");
    assertThatThrownBy(() -> ByteArrayText.through(Frames::new, null)).hasMessage("release");
  }

  @Test
  void aReleaseThatFailsWithTheLastOutputComesBehindIt() {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      ByteBuf buffer = KindOfBuffer.pooledDirect().of().apply(Frames.latin1("abc"));
      Collector<String> collector = new Collector<>(demand);
      Flux.just(buffer)
          .transform(ByteBufText.through(() -> new Thief(buffer)))
          .subscribe(collector);
      assertThat(collector.received()).containsExactly("stolen");
      assertThat(collector.error())
          .isInstanceOf(IllegalReferenceCountException.class)
          .hasMessageContaining("receive().retain()");
    }
  }

  /** Releases a buffer that is the operator's. */
  private static final class Thief extends PlainStage<ByteBuffer, String> {
    private final ByteBuf buffer;
    private boolean fed;

    Thief(ByteBuf buffer) {
      this.buffer = buffer;
    }

    @Override
    public void offer(ByteBuffer input) {
      fed = true;
    }

    @Override
    public String poll() {
      if (!fed) {
        return null;
      }
      fed = false;
      buffer.release();
      return "stolen";
    }

    @Override
    public boolean isSpent() {
      return !fed;
    }
  }
}
