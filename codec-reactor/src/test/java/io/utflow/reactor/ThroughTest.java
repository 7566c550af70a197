/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** A stage of the user's own on every facade: what it yields, throws and owns. */
class ThroughTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  /** As {@link Frames}, and tells how it is used. */
  private static final class Counted extends Frames {
    private int polls;
    private int closes;

    @Override
    public String poll() {
      polls++;
      return super.poll();
    }

    @Override
    public void close() {
      closes++;
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aStageOfTheUsersOwnRunsOverEveryKindOfBuffer(KindOfBuffer<B> surface) {
    for (List<byte[]> cut : Buffered.everyCut(Frames.BYTES)) {
      for (long demand : new long[] {1, 3, Long.MAX_VALUE}) {
        Counted stage = new Counted();
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> frames = delivery.flux().transform(surface.facade().through(() -> stage));
        assertThat(Collector.all(frames, demand)).containsExactly("abc", "", "d", "efghi", "jk");
        assertThat(stage.closes).isOne();
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aChainIsOneStage(KindOfBuffer<B> surface) {
    LineSpec lf = LineSpec.of(LineBreaks.LF_OR_CRLF);
    byte[] bytes = "data: a\ndata: \u00E9\n\ndata: \u20AC\n\n".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> events =
            delivery
                .flux()
                .transform(
                    surface
                        .facade()
                        .through(() -> Stages.lines(UTF_8, lf).then(new BlankLineEnds())));
        assertThat(Collector.all(events, demand))
            .containsExactly("data: a|data: \u00E9", "data: \u20AC");
        assertThat(delivery.referencesLeft()).containsOnly(0);
      }
    }
  }

  /** Joins lines up to an empty one. */
  private static final class BlankLineEnds extends PlainStage<String, String> {
    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    @Override
    public void offer(String line) {
      ended = line.isEmpty();
      if (!ended) {
        lines.add(line);
      }
    }

    @Override
    public String poll() {
      if (!ended) {
        return null;
      }
      ended = false;
      String event = String.join("|", lines);
      lines.clear();
      return event;
    }
  }

  @Test
  void eachSubscriptionHasAStageOfItsOwn() {
    AtomicInteger made = new AtomicInteger();
    Flux<String> frames =
        Flux.fromIterable(Buffered.pieces(Frames.BYTES, 1))
            .transform(
                ByteArrayText.through(
                    () -> {
                      made.incrementAndGet();
                      return new Frames();
                    }));
    assertThat(made).hasValue(0);
    for (int i = 1; i <= 3; i++) {
      assertThat(frames.collectList().block()).hasSize(5);
      assertThat(made).hasValue(i);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aStageThatYieldsNothingTakesAllAndCompletes(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      Delivery<B> delivery = new Delivery<>(surface, Buffered.pieces(Frames.BYTES, 3));
      Flux<Object> nothing =
          delivery.flux().transform(surface.facade().through(() -> new Answering<>(null)));
      assertThat(Collector.all(nothing, demand)).isEmpty();
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aStageThatYieldsForEverIsPolledNoMoreThanOneAhead(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(Frames.BYTES));
    Answering<String> stage = new Answering<>("again");
    delivery
        .flux()
        .transform(surface.facade().through(() -> stage))
        .take(5, true)
        .subscribe(text -> {});
    assertThat(stage.polls).isBetween(5, 6);
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
  }

  /** Looks at no input, and always yields the same. */
  private static final class Answering<O> extends PlainStage<ByteBuffer, O> {
    private final O answer;
    private int polls;

    Answering(O answer) {
      this.answer = answer;
    }

    @Override
    public void offer(ByteBuffer input) {}

    @Override
    public O poll() {
      polls++;
      return answer;
    }
  }
}
