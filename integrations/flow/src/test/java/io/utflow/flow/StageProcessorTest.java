/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.DecodingLawsTest;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.Surface;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A stage between a publisher and a subscriber: demand, ends, failures, cancels. */
class StageProcessorTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  @Nested
  class AllAtOnce extends Laws {
    AllAtOnce() {
      super(BufferKind.HEAP, Long.MAX_VALUE, 0);
    }
  }

  @Nested
  class OneByOne extends Laws {
    OneByOne() {
      super(BufferKind.DIRECT, 1, 1);
    }
  }

  /** Fed and read on the calling thread. */
  private abstract static class Laws extends DecodingLawsTest {
    private final BufferKind kind;
    private final long first;
    private final long further;

    Laws(BufferKind kind, long first, long further) {
      this.kind = kind;
      this.first = first;
      this.further = further;
    }

    @Override
    protected int rounds() {
      return 20;
    }

    @Override
    protected Surface surface() {
      return (spec, pieces) -> {
        Run<String> run = new Run<>(Stages.decode(spec), new Collector<>(first, further));
        return Outcome.record(
            pieces,
            (piece, texts) -> {
              int before = run.collector.outputs.size();
              run.feed(piece == null ? null : kind.of(piece));
              List<String> all = run.collector.outputs;
              all.subList(before, all.size()).forEach(texts);
              if (run.collector.failure != null) {
                throw run.collector.failure;
              }
            });
      };
    }
  }

  /** One stream. */
  private static final class Run<O> {
    private final Source<ByteBuffer> source = new Source<>();
    private final Collector<O> collector;

    Run(Stage<ByteBuffer, O> stage, Collector<O> collector) {
      this.collector = collector;
      StageProcessor<ByteBuffer, O> processor = new StageProcessor<>(stage);
      source.subscribe(processor);
      processor.subscribe(collector);
    }

    void feed(ByteBuffer input) {
      if (input == null) {
        source.to().onComplete();
      } else {
        source.to().onNext(input);
      }
    }

    void feed(String input) {
      feed(utf8(input));
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void asksForOneInputWhenThereIsDemandAndNothingToYield() {
    Run<String> run = new Run<>(Stages.lines(UTF_8, LINES), new Collector<>(0, 0));
    assertThat(run.source.requested).isZero();
    run.collector.subscription().request(1);
    run.collector.subscription().request(1);
    assertThat(run.source.requested).isEqualTo(1);
    run.feed("a\nb\nc\nd");
    assertThat(run.collector.outputs).containsExactly("a", "b");
    assertThat(run.source.requested).isEqualTo(1);
    run.collector.subscription().request(1);
    assertThat(run.collector.outputs).containsExactly("a", "b", "c");
    assertThat(run.source.requested).isEqualTo(1);
    run.collector.subscription().request(1);
    assertThat(run.source.requested).isEqualTo(2);
    run.feed("e\n");
    assertThat(run.collector.outputs).containsExactly("a", "b", "c", "de");
    assertThat(run.source.requested).isEqualTo(2);
  }

  @Test
  void anInputThatYieldsNothingIsFollowedByAnother() {
    Run<String> run = new Run<>(Stages.lines(UTF_8, LINES), new Collector<>(1, 0));
    run.feed("a");
    run.feed("b");
    assertThat(run.source.requested).isEqualTo(3);
    run.feed("\n");
    assertThat(run.collector.outputs).containsExactly("ab");
  }

  @Test
  void theEndNeedsNoDemandAndTheLastOutputDoes() {
    Run<String> empty = new Run<>(Stages.lines(UTF_8, LINES), new Collector<>(0, 0));
    empty.feed((ByteBuffer) null);
    assertThat(empty.collector.completed).isTrue();
    Run<String> open = new Run<>(Stages.lines(UTF_8, LINES), new Collector<>(1, 0));
    open.feed("a\nb");
    open.feed((ByteBuffer) null);
    assertThat(open.collector.completed).isFalse();
    open.collector.subscription().request(1);
    assertThat(open.collector.outputs).containsExactly("a", "b");
    assertThat(open.collector.completed).isTrue();
  }

  @Test
  void signalsBeforeTheSubscriberAreKept() {
    StageProcessor<ByteBuffer, String> processor = new StageProcessor<>(Stages.decode(UTF_8));
    Source<ByteBuffer> source = new Source<>();
    source.subscribe(processor);
    source.to().onError(new IOException("reset"));
    assertThat(source.requested).isZero();
    Collector<String> collector = new Collector<>(1, 1);
    processor.subscribe(collector);
    assertThat(collector.failure).hasMessage("reset");
  }

  @Test
  void theSubscriberMayComeBeforeTheSource() {
    StageProcessor<ByteBuffer, String> processor = new StageProcessor<>(Stages.decode(UTF_8));
    Collector<String> collector = new Collector<>(5, 0);
    processor.subscribe(collector);
    Source<ByteBuffer> source = new Source<>();
    source.subscribe(processor);
    assertThat(source.requested).isEqualTo(1);
    Source<ByteBuffer> second = new Source<>();
    second.subscribe(processor);
    assertThat(second.cancelled).isEqualTo(1);
    assertThat(source.cancelled).isZero();
  }

  @Test
  void whatIsReportedComesBehindTheTextBeforeItAndCancelsTheSource() {
    Run<String> run =
        new Run<>(
            Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT)),
            new Collector<>(Long.MAX_VALUE, 0));
    run.feed(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF, 'b'}));
    assertThat(run.collector.outputs).containsExactly("a");
    assertThat(run.collector.failure).isInstanceOf(IllFormedTextException.class);
    assertThat(run.source.cancelled).isEqualTo(1);
    run.feed("c");
    run.source.to().onError(new IOException("late"));
    assertThat(run.collector.outputs).containsExactly("a");
  }

  @Test
  void anErrorOfTheSourceComesBehindItsInputsAndDropsWhatIsPending() {
    List<String> seen = new ArrayList<>();
    DecoderSpec spec = UTF_8.observer(sequence -> seen.add(sequence.toString()));
    Run<String> run = new Run<>(Stages.decode(spec), new Collector<>(1, 0));
    run.feed(ByteBuffer.wrap(new byte[] {'a', (byte) 0xE2}));
    run.source.to().onError(new IOException("reset"));
    assertThat(run.collector.outputs).containsExactly("a");
    assertThat(run.collector.failure).hasMessage("reset");
    assertThat(seen).isEmpty();
  }

  @Test
  void aCancelClosesTheStageAndReleasesWhatWaits() {
    List<String> released = new ArrayList<>();
    Source<ByteBuffer> source = new Source<>();
    Stage<ByteBuffer, String> stage = Stages.lines(UTF_8, LINES);
    StageProcessor<ByteBuffer, String> processor = new StageProcessor<>(stage, released::add);
    source.subscribe(processor);
    Collector<String> collector = new Collector<>(1, 0);
    processor.subscribe(collector);
    source.to().onNext(utf8("a\nb\nc\n"));
    collector.subscription().cancel();
    collector.subscription().cancel();
    assertThat(collector.outputs).containsExactly("a");
    assertThat(released).containsExactly("b");
    assertThat(source.cancelled).isPositive();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(utf8("d")));
    source.to().onNext(utf8("d\n"));
    source.to().onComplete();
    collector.subscription().request(5);
    assertThat(collector.outputs).containsExactly("a");
    assertThat(collector.completed).isFalse();
  }

  @Test
  void aCancelBeforeTheSourceReachesIt() {
    StageProcessor<ByteBuffer, String> processor = new StageProcessor<>(Stages.decode(UTF_8));
    Collector<String> collector = new Collector<>(0, 0);
    processor.subscribe(collector);
    collector.subscription().cancel();
    Source<ByteBuffer> source = new Source<>();
    source.subscribe(processor);
    assertThat(source.cancelled).isEqualTo(1);
    assertThat(source.requested).isZero();
  }

  @Test
  void aCancelFromWithinEndsTheOutputs() {
    Collector<String> once =
        new Collector<>(Long.MAX_VALUE, 0) {
          @Override
          public void onNext(String output) {
            super.onNext(output);
            subscription().cancel();
          }
        };
    Run<String> run = new Run<>(Stages.lines(UTF_8, LINES), once);
    run.feed("a\nb\n");
    assertThat(once.outputs).containsExactly("a");
    assertThat(run.source.cancelled).isPositive();
  }

  @Test
  void aSecondSubscriberAndAWrongDemandFail() {
    StageProcessor<ByteBuffer, String> processor = new StageProcessor<>(Stages.decode(UTF_8));
    Collector<String> first = new Collector<>(0, 0);
    processor.subscribe(first);
    Collector<String> second = new Collector<>(1, 0);
    processor.subscribe(second);
    assertThat(second.failure).isInstanceOf(IllegalStateException.class);
    first.subscription().request(-1);
    assertThat(first.failure)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @Test
  void aSourceThatSendsMoreThanWasRequestedFails() {
    Run<String> run = new Run<>(Stages.decode(UTF_8.pieceChars(2)), new Collector<>(1, 0));
    run.feed("abcd");
    run.feed("ef");
    run.feed("gh");
    assertThat(run.collector.failure)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more than was requested");
    assertThat(run.source.cancelled).isPositive();
  }

  @Test
  void aSubscriberThatThrowsIsCancelled() {
    Collector<String> broken =
        new Collector<>(Long.MAX_VALUE, 0) {
          @Override
          public void onNext(String output) {
            throw new UnsupportedOperationException("broken");
          }
        };
    Run<String> run = new Run<>(Stages.lines(UTF_8, LINES), broken);
    assertThatThrownBy(() -> run.feed("a\nb\n")).hasMessage("broken");
    assertThat(run.source.cancelled).isPositive();
    run.feed("c\n");
    run.source.to().onComplete();
    assertThat(broken.completed).isFalse();
  }

  @Test
  void betweenThreadsEveryCutGivesTheSame() throws InterruptedException {
    String text = "a\n\u20AC\n\uD83D\uDE00\u00E9\n".repeat(3);
    List<String> expected = text.lines().toList();
    for (int size = 1; size < 12; size++) {
      CountDownLatch over = new CountDownLatch(1);
      Collector<String> collector =
          new Collector<>(1, 1) {
            @Override
            public void onComplete() {
              super.onComplete();
              over.countDown();
            }
          };
      try (SubmissionPublisher<ByteBuffer> source = new SubmissionPublisher<>()) {
        StageProcessor<ByteBuffer, String> lines = new StageProcessor<>(Stages.lines(UTF_8, LINES));
        source.subscribe(lines);
        lines.subscribe(collector);
        for (byte[] piece : Cuts.every(text.getBytes(StandardCharsets.UTF_8), size)) {
          source.submit(ByteBuffer.wrap(piece));
        }
      }
      over.await();
      assertThat(collector.outputs).isEqualTo(expected);
    }
  }

  @Test
  void nothingIsAcceptedThatIsNull() {
    StageProcessor<ByteBuffer, String> processor = new StageProcessor<>(Stages.decode(UTF_8));
    List<Runnable> calls =
        List.of(
            () -> processor.onNext(null),
            () -> processor.onError(null),
            () -> processor.onSubscribe(null),
            () -> processor.subscribe((Flow.Subscriber<String>) null));
    calls.forEach(call -> assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class));
  }
}
