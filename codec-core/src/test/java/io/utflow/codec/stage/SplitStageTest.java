/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the specs promise where no law says it all: bounds, breaks, failures, states. */
class SplitStageTest {
  static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);
  static final int WINDOW = 8192;

  /** Bytes as they are written: a char for each. */
  private static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  static ByteBuffer buffer(String latin1) {
    return ByteBuffer.wrap(bytes(latin1));
  }

  static Stage<ByteBuffer, String> lines(LineSpec spec) {
    return Stages.lines(UTF_8, spec);
  }

  static List<String> offer(Stage<ByteBuffer, String> stage, String latin1) {
    stage.offer(buffer(latin1));
    return Splitting.drain(stage);
  }

  static List<String> end(Stage<ByteBuffer, String> stage) {
    stage.endOfInput();
    return Splitting.drain(stage);
  }

  @Nested
  class Promptness {
    @Test
    void aBareCarriageReturnEndsTheLineAndALaterLineFeedIsSwallowed() {
      for (LineBreaks breaks : List.of(LineBreaks.ANY, LineBreaks.UNICODE)) {
        Stage<ByteBuffer, String> stage = lines(LineSpec.of(breaks));
        assertThat(offer(stage, "a\r")).containsExactly("a");
        assertThat(offer(stage, "")).isEmpty();
        assertThat(offer(stage, "\n")).isEmpty();
        assertThat(offer(stage, "\n")).containsExactly("");
        assertThat(offer(stage, "\r")).containsExactly("");
        assertThat(offer(stage, "b\n")).containsExactly("b");
        assertThat(end(stage)).isEmpty();
      }
    }

    @Test
    void bytesThatBeginNoLineFeedBelongToTheNextLine() {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_16LE);
      for (String next : List.of("", "\n", "b")) {
        ByteStage<LocatedLine> stage = Stages.locatedLines(spec, LineSpec.of(LineBreaks.ANY));
        stage.offer(buffer("a\0\r\0" + next));
        LocatedLine line = stage.poll();
        assertThat(line.text()).isEqualTo("a");
        assertThat(line.next().behindCarriageReturn()).isEqualTo(!next.equals("b"));
      }
    }

    @Test
    void aTerminatorThatIsKeptWaitsForItsEnd() {
      Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.ANY).keepTerminator(true));
      assertThat(offer(stage, "a\r")).isEmpty();
      assertThat(offer(stage, "\nb\r")).containsExactly("a\r\n");
      assertThat(offer(stage, "c\r")).containsExactly("b\r");
      assertThat(end(stage)).containsExactly("c\r");
    }

    @Test
    void aDelimiterThatBeginsALongerOneWaits() {
      Stage<ByteBuffer, String> stage =
          Stages.records(UTF_8, RecordSpec.delimitedBy("\r\n", "\r\n\r\n"));
      assertThat(offer(stage, "a\r\n")).isEmpty();
      assertThat(offer(stage, "b\r\n\r")).containsExactly("a");
      assertThat(offer(stage, "\nc\r\n\rd")).containsExactly("b", "c");
      assertThat(end(stage)).containsExactly("\rd");
    }

    @Test
    void aBoundIsPassedWhenTheFirstCharBeyondItIsSeen() {
      List<TooLongLine> told = new ArrayList<>();
      LineSpec spec =
          LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(3).onTooLong(TooLongPolicy.DISCARD);
      Stage<ByteBuffer, String> stage = lines(spec.observer(told::add));
      assertThat(offer(stage, "x\nabc\r")).containsExactly("x");
      assertThat(told).isEmpty();
      assertThat(offer(stage, "\r")).isEmpty();
      assertThat(told).containsExactly(new TooLongLine(2, 2, 3));
      assertThat(offer(stage, "y\r\nz\n")).containsExactly("z");
      assertThat(told).hasSize(1);
    }
  }

  @Nested
  class Bounds {
    @Test
    void aTerminatorIsNotCountedHoweverItIsCut() {
      for (LineBreaks breaks : LineBreaks.values()) {
        String terminator = breaks == LineBreaks.LF_ONLY ? "\n" : "\r\n";
        for (List<byte[]> pieces : Cuts.hostile(bytes(("abc" + terminator).repeat(2)))) {
          Outcome outcome =
              Splitting.run(lines(LineSpec.of(breaks).maxChars(3)), BufferKind.HEAP, pieces);
          assertThat(Splitting.parts(outcome)).containsExactly("abc", "abc");
          assertThat(outcome.failure()).isNull();
        }
      }
    }

    @Test
    void aFailureComesOnceAfterTheEarlierLines() {
      Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(2));
      stage.offer(buffer("a\nb\nabc\nd\n"));
      assertThat(stage.poll()).isEqualTo("a");
      assertThat(stage.poll()).isEqualTo("b");
      assertThatThrownBy(stage::poll)
          .isInstanceOfSatisfying(
              TooLongLineException.class,
              e -> assertThat(e.line()).isEqualTo(new TooLongLine(4, 4, 2)))
          .hasMessageContaining("char 4")
          .hasMessageContaining("2 chars")
          .hasMessageContaining("maxChars of the LineSpec");
      assertThat(stage.poll()).isNull();
      assertThatIllegalStateException().isThrownBy(() -> stage.offer(buffer("e")));
      assertThat(end(stage)).isEmpty();
    }

    @Test
    void bytesWithoutATerminatorPassABoundAtTheEndToo() {
      List<TooLongLine> told = new ArrayList<>();
      RecordSpec spec = RecordSpec.delimitedBy("--->").maxChars(2).observer(told::add);
      for (TooLongPolicy answer : TooLongPolicy.values()) {
        Stage<ByteBuffer, String> stage = Stages.records(UTF_8, spec.onTooLong(answer));
        assertThat(offer(stage, "---")).isEmpty();
        assertThat(told).isEmpty();
        stage.endOfInput();
        switch (answer) {
          case FAIL -> assertThatThrownBy(stage::poll).isInstanceOf(TooLongLineException.class);
          case TRUNCATE -> assertThat(Splitting.drain(stage)).containsExactly("--");
          case DISCARD -> assertThat(Splitting.drain(stage)).isEmpty();
        }
        assertThat(told).containsExactly(new TooLongLine(0, 0, 2));
        told.clear();
      }
    }

    @Test
    void whatTheObserverThrowsFailsTheStreamUnchanged() {
      RuntimeException thrown = new RuntimeException("observer");
      for (TooLongPolicy answer : TooLongPolicy.values()) {
        LineSpec spec =
            LineSpec.of(LineBreaks.LF_OR_CRLF)
                .maxChars(1)
                .onTooLong(answer)
                .observer(
                    line -> {
                      throw thrown;
                    });
        Stage<ByteBuffer, String> stage = lines(spec);
        stage.offer(buffer("a\nbb\n"));
        assertThat(stage.poll()).isEqualTo("a");
        assertThat(catchThrowable(stage::poll)).isSameAs(thrown);
        assertThat(stage.poll()).isNull();
      }
    }

    @Test
    void theDefaultBoundIs65536() {
      String longest = "x".repeat(65_536);
      Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
      assertThat(offer(stage, longest + "\n")).containsExactly(longest);
      stage.offer(buffer(longest));
      assertThat(stage.poll()).isNull();
      stage.offer(buffer("x"));
      assertThatThrownBy(stage::poll).isInstanceOf(TooLongLineException.class);
    }
  }

  @Nested
  class BareBreaks {
    private final LineSpec strict = LineSpec.of(LineBreaks.CRLF).refuseBareBreaks();

    @Test
    void aLineThatIsTooLongFailsBeforeABareBreakBehindItHoweverItIsCut() {
      LineSpec bounded = strict.maxChars(3);
      for (List<byte[]> pieces : Cuts.hostile(bytes("a\r\nabcd\rX"))) {
        Outcome outcome = Splitting.run(lines(bounded), BufferKind.HEAP, pieces);
        assertThat(Splitting.parts(outcome)).containsExactly("a");
        assertThat(outcome.failure()).isInstanceOf(TooLongLineException.class);
      }
    }

    @Test
    void aCarriageReturnAtTheEndIsBare() {
      Stage<ByteBuffer, String> stage = lines(strict);
      assertThat(offer(stage, "ab\r")).isEmpty();
      stage.endOfInput();
      assertThatThrownBy(stage::poll)
          .isInstanceOfSatisfying(
              BareLineBreakException.class, e -> assertThat(e.charOffset()).isEqualTo(2))
          .hasMessage("a bare CR at byte 2, char 2, not CR LF");
      Stage<ByteBuffer, String> other = lines(strict);
      other.offer(ByteBuffer.wrap("\u00E9\n".getBytes(StandardCharsets.UTF_8)));
      assertThatThrownBy(other::poll).hasMessage("a bare LF at byte 2, char 1, not CR LF");
    }

    @Test
    void theyAreRefusedUnderCrLfOnly() {
      for (LineBreaks breaks : List.of(LineBreaks.LF_OR_CRLF, LineBreaks.ANY, LineBreaks.UNICODE)) {
        assertThatIllegalStateException()
            .isThrownBy(() -> LineSpec.of(breaks).refuseBareBreaks())
            .withMessageContaining("CRLF");
      }
    }
  }

  @Nested
  class Failures {
    /** Both sides of an ill-formed sequence, in a stream cut everywhere. */
    private void assertFails(LineSpec spec, String stream, List<String> lines, String openText) {
      for (List<byte[]> pieces : Cuts.hostile(bytes(stream))) {
        for (BufferKind kind : BufferKind.values()) {
          Stage<ByteBuffer, String> stage = Stages.lines(REPORTING, spec);
          Outcome outcome = Splitting.run(stage, kind, pieces);
          assertThat(Splitting.parts(outcome)).isEqualTo(lines);
          assertThat(outcome.failure())
              .isInstanceOfSatisfying(
                  IllFormedTextException.class,
                  e -> {
                    assertThat(e.decodedPrefix()).isEqualTo(openText);
                    assertThat(e.sequence().byteOffset()).isEqualTo(stream.indexOf('\u00FF'));
                  });
          assertThat(stage.poll()).isNull();
          assertThatIllegalStateException().isThrownBy(() -> stage.offer(buffer("a")));
        }
      }
    }

    @Test
    void completeLinesComeFirstAndTheOpenOneGoesWithTheError() {
      LineSpec spec = LineSpec.of(LineBreaks.LF_OR_CRLF);
      assertFails(spec, "\u00FF\n", List.of(), "");
      assertFails(spec, "ab\u00FF\n", List.of(), "ab");
      assertFails(spec, "a\nb\r\nc\u00C3\u00A9\u00FF\n", List.of("a", "b"), "c\u00E9");
      assertFails(spec, "\u00C3\u00A9\na\r\u00FF\n", List.of("\u00E9"), "a\r");
    }

    @Test
    void aBreakBeforeTheIllFormedSequenceIsComplete() {
      assertFails(LineSpec.of(LineBreaks.ANY), "a\r\u00FFb\n", List.of("a"), "");
      LineSpec keeping = LineSpec.of(LineBreaks.ANY).keepTerminator(true);
      assertFails(keeping, "a\r\u00FFb\n", List.of("a\r"), "");
      assertFails(keeping, "a\rb\u00FF\n", List.of("a\r"), "b");
    }

    @Test
    void anOpenSequenceAtTheEndIsOne() {
      Stage<ByteBuffer, String> stage = Stages.lines(REPORTING, LineSpec.of(LineBreaks.LF_OR_CRLF));
      assertThat(offer(stage, "a\nb\u00C3")).containsExactly("a");
      stage.endOfInput();
      assertThatThrownBy(stage::poll)
          .isInstanceOfSatisfying(
              IllFormedTextException.class, e -> assertThat(e.decodedPrefix()).isEqualTo("b"));
      assertThat(stage.poll()).isNull();
    }

    @Test
    void whatADecodingObserverThrowsComesAfterTheLines() {
      for (Throwable thrown : List.of(new RuntimeException("observer"), new Error("observer"))) {
        DecoderSpec spec = UTF_8.observer(sequence -> sneak(thrown));
        Stage<ByteBuffer, String> stage = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF));
        stage.offer(buffer("\u00C3\u00A9\nb\n\u00FF"));
        assertThat(stage.poll()).isEqualTo("\u00E9");
        assertThat(stage.poll()).isEqualTo("b");
        assertThat(catchThrowable(stage::poll)).isSameAs(thrown);
        assertThat(stage.poll()).isNull();
      }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
      throw (T) thrown;
    }

    @Test
    void aReplacedSequenceIsText() {
      Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
      assertThat(offer(stage, "a\u00FF\nb\u00C3\n")).containsExactly("a\uFFFD", "b\uFFFD");
      assertThat(offer(stage, "c\u00E2\u0082")).isEmpty();
      assertThat(end(stage)).containsExactly("c\uFFFD");
    }
  }

  @Nested
  class States {
    @Test
    void anInputIsDrainedBeforeTheNext() {
      Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
      stage.offer(buffer("a\nb\n"));
      assertThat(stage.poll()).isEqualTo("a");
      assertThatIllegalStateException().isThrownBy(() -> stage.offer(buffer("c")));
      assertThat(Splitting.drain(stage)).containsExactly("b");
      assertThat(offer(stage, "c")).isEmpty();
      assertThat(end(stage)).containsExactly("c");
      assertThatIllegalStateException().isThrownBy(() -> stage.offer(buffer("d")));
      assertThat(end(stage)).isEmpty();
    }

    @Test
    void closedInMidInputItYieldsNothing() {
      Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
      stage.offer(buffer("a\nb\n"));
      assertThat(stage.poll()).isEqualTo("a");
      stage.close();
      stage.close();
      assertThat(stage.poll()).isNull();
      assertThat(end(stage)).isEmpty();
    }

    /** What one stage leaves in a window of the pool is nothing to the next. */
    @Test
    void stagesLeftInMidInputLeaveNothingToOthers() {
      String old = "old\n".repeat(3000);
      for (BufferKind kind : BufferKind.values()) {
        for (Runnable leave : leaving(kind, old)) {
          leave.run();
          Stage<ByteBuffer, String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
          stage.offer(kind.of(bytes("new")));
          assertThat(Splitting.drain(stage)).isEmpty();
          assertThat(end(stage)).containsExactly("new");
        }
      }
    }

    private static List<Runnable> leaving(BufferKind kind, String text) {
      return List.of(
          () -> {
            Stage<ByteBuffer, String> closed = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
            closed.offer(kind.of(bytes(text)));
            closed.poll();
            closed.close();
          },
          () -> {
            ByteStage<String> given = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
            given.offer(kind.of(bytes(text)));
            given.poll();
            given.takeUndelivered();
          },
          () -> {
            Stage<ByteBuffer, String> failed =
                lines(LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(2));
            failed.offer(kind.of(bytes(text)));
            catchThrowable(failed::poll);
          });
    }

    @Test
    void anObserverMayCloseTheStageThatIsReading() {
      for (TooLongPolicy answer : TooLongPolicy.values()) {
        List<Stage<ByteBuffer, String>> stage = new ArrayList<>();
        LineSpec spec = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(5).onTooLong(answer);
        stage.add(lines(spec.observer(line -> stage.get(0).close())));
        assertThat(offer(stage.get(0), "abcd")).isEmpty();
        stage.get(0).offer(buffer("efgh\nij\n"));
        catchThrowable(stage.get(0)::poll);
        assertThat(stage.get(0).poll()).isNull();
        Stage<ByteBuffer, String> other = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
        assertThat(offer(other, "x\ny")).containsExactly("x");
        assertThat(end(other)).containsExactly("y");
      }
    }

    /** What is read behind the ill-formed sequence is read from the same input. */
    @Test
    void anObserverOfTheTextMayCloseTheStageThatIsReading() {
      List<Stage<ByteBuffer, String>> stage = new ArrayList<>();
      DecoderSpec closing = UTF_8.observer(sequence -> stage.get(0).close());
      stage.add(Stages.lines(closing, LineSpec.of(LineBreaks.LF_OR_CRLF)));
      stage.get(0).offer(buffer("\u00FF" + "x".repeat(9000)));
      assertThat(stage.get(0).poll()).isNull();
    }

    @Test
    void anObserverMayRunAnotherStage() {
      List<String> inner = new ArrayList<>();
      DecoderSpec spec =
          UTF_8.observer(
              sequence -> {
                Stage<ByteBuffer, String> other = lines(LineSpec.of(LineBreaks.LF_OR_CRLF));
                inner.addAll(offer(other, "inner\n"));
              });
      Stage<ByteBuffer, String> stage = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF));
      assertThat(offer(stage, "a\n\u00FFb\n")).containsExactly("a", "\uFFFDb");
      assertThat(inner).containsExactly("inner");
    }
  }
}
