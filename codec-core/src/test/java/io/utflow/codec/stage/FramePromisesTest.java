/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.TOLD;
import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.buffer;
import static io.utflow.codec.stage.Frames.drained;
import static io.utflow.codec.stage.Frames.octets;
import static io.utflow.codec.stage.Frames.read;
import static io.utflow.codec.stage.Frames.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Frames and what fails, is cut or is switched in them. */
class FramePromisesTest {
  private static final DecoderSpec UTF_16LE = DecoderSpec.of(TextEncoding.UTF_16LE);

  /** The part of a line that was read before the line failed may look like a length. */
  @Test
  void aLineThatHasFailedAnnouncesNothing() {
    for (List<byte[]> pieces : Cuts.hostile(octets("+OK\n$1234\nabcdefghijkl"))) {
      FrameFinder<String> finder =
          FrameFinder.announcedBy(
              TextEncoding.UTF_8,
              octets("\n"),
              octets(""),
              line ->
                  line.startsWith("$") ? OptionalLong.of(line.length() - 1) : OptionalLong.empty());
      FramedStage<String> stage = Stages.frames(finder, at -> Stages.decode(UTF_8), TOLD, 3);
      List<String> outputs = new ArrayList<>();
      assertThatThrownBy(
              () -> {
                for (byte[] piece : pieces) {
                  stage.offer(ByteBuffer.wrap(piece));
                  for (String output = stage.poll(); output != null; output = stage.poll()) {
                    outputs.add(output);
                  }
                }
              })
          .as(Cuts.describe(pieces))
          .isInstanceOf(FrameException.class)
          .hasMessageContaining("was not read as one output");
      assertThat(outputs).doesNotContain("abc");
    }
  }

  /** A character that the bound cuts is none of the text, whatever the policy. */
  @Test
  void aBoundThatCutsACharacterMakesNoIllFormedSequence() {
    String euro = "ab\u00E2\u0082\u00AC";
    for (int bound = 1; bound <= 5; bound++) {
      String expected = bound < 5 ? "ab".substring(0, Math.min(2, bound)) : "ab\u20AC";
      for (MalformedPolicy policy : List.of(MalformedPolicy.REPLACE, MalformedPolicy.REPORT)) {
        List<IllFormedSequence> seen = new ArrayList<>();
        DecoderSpec spec = UTF_8.onMalformed(policy).observer(seen::add);
        FramedStage<String> stage =
            Stages.wholeFrames(
                FrameFinder.delimitedBy(octets("|")),
                WholeFrame.text(spec),
                bound,
                TooLongPolicy.TRUNCATE);
        assertThat(readAll(stage, euro + "|")).as("bound %d", bound).containsExactly(expected);
        assertThat(seen).isEmpty();
      }
    }
  }

  /** The bytes that the end of the stream or the delimiter cuts are bytes of the frame. */
  @Test
  void aFrameThatIsCutByItsEndIsIllFormed() {
    FramedStage<String> stage =
        Stages.wholeFrames(FrameFinder.mllp(), WholeFrame.text(UTF_8), 5, TooLongPolicy.TRUNCATE);
    assertThat(readAll(stage, "\u000Ba\u00E2\u001C\r\u000Bb\u00E2\u0082"))
        .containsExactly("a\uFFFD", "b\uFFFD");
  }

  /** As where lines are read without frames: what was offered before may be a line now. */
  @Test
  void whatASwitchCompletesIsPolledWithoutAnotherInput() {
    FrameStage<String, String> driven = Stages.frames(TOLD, 100);
    driven.begin(Stages.lines(UTF_16LE, Frames.LINES));
    FramedStage<String> found =
        Stages.frames(
            FrameFinder.delimitedBy(octets("|")),
            at -> Stages.lines(UTF_16LE, Frames.LINES),
            TOLD,
            100);
    for (FramedStage<String> stage : List.of(driven, found)) {
      assertThat(read(stage, "a\0b\0\n")).isEmpty();
      assertThat(stage.isSpent()).isTrue();
      stage.switchTo(UTF_8);
      assertThat(stage.isSpent()).isFalse();
      assertThat(stage.poll()).isEqualTo("ab");
      assertThat(stage.poll()).isNull();
      assertThat(stage.isSpent()).isTrue();
      assertThat(read(stage, "\u00C3\u00A4\nc")).containsExactly("\u00E4");
    }
    driven.endFrame();
    assertThat(drained(driven)).containsExactly("c", "[end 0+9]");
  }

  @Test
  void aSwitchThatCompletesTwoLinesYieldsBoth() {
    DecoderSpec utf32 = DecoderSpec.of(TextEncoding.UTF_32BE);
    FrameStage<String, String> driven = Stages.frames(TOLD, 100);
    driven.begin(Stages.lines(utf32, Frames.LINES));
    FramedStage<String> found =
        Stages.frames(FrameFinder.ofLength(9), at -> Stages.lines(utf32, Frames.LINES), TOLD, 100);
    for (FramedStage<String> stage : List.of(driven, found)) {
      assertThat(read(stage, "\0\0\0a\n\nb")).isEmpty();
      stage.switchTo(UTF_8);
      assertThat(drained(stage)).containsExactly("a", "");
      assertThat(read(stage, "c\n")).contains("bc");
    }
  }

  /** A protocol that throws does not change the buffer of the caller but for what was read. */
  @Test
  void theBufferOfTheCallerKeepsItsByteOrder() {
    FrameFinder<String> throwing =
        new FrameFinder<>() {
          @Override
          public void find(ByteBuffer bytes, boolean ending, Found found) {
            bytes.limit(1);
            throw new ArithmeticException();
          }

          @Override
          public int mostUndecided() {
            return 0;
          }
        };
    ByteBuffer input = buffer("abc").order(ByteOrder.LITTLE_ENDIAN);
    FramedStage<String> stage = Stages.frames(throwing, at -> Frames.lines(), TOLD, 100);
    stage.offer(input);
    assertThatThrownBy(stage::poll).isInstanceOf(ArithmeticException.class);
    assertThat(input.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    assertThat(input.limit()).isEqualTo(3);
  }
}
