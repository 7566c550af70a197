/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.LINES;
import static io.utflow.codec.stage.Frames.TOLD;
import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.buffer;
import static io.utflow.codec.stage.Frames.drained;
import static io.utflow.codec.stage.Frames.lines;
import static io.utflow.codec.stage.Frames.read;
import static io.utflow.codec.stage.Frames.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Frames that are driven: what the fuzzer's law of them does not reach. */
class FrameStageTest {
  private final FrameStage<String, String> stage = Stages.frames(TOLD, 100);

  private List<String> ended() {
    stage.endFrame();
    return drained(stage);
  }

  @Test
  void nothingCrossesTheEndOfAFrame() {
    stage.begin(lines());
    assertThat(read(stage, "user=alice")).isEmpty();
    assertThat(ended()).containsExactly("user=alice", "[end 0+10]");
    stage.begin(lines());
    assertThat(read(stage, "user=bob\n")).containsExactly("user=bob");
    assertThat(ended()).containsExactly("[end 0+9]");
    assertThat(stage.endedFrames()).isEqualTo(2);
  }

  @Test
  void aFrameWithoutContentHasOnlyItsEnd() {
    stage.begin(lines());
    assertThat(stage.isInFrame()).isTrue();
    assertThat(ended()).containsExactly("[end 0+0]");
    assertThat(stage.isInFrame()).isFalse();
    stage.endOfInput();
    assertThat(drained(stage)).isEmpty();
  }

  @Test
  void aFrameFailsAloneAndItsRestIsPassedOver() {
    stage.begin(Stages.lines(UTF_8.onMalformed(MalformedPolicy.REPORT), LINES));
    assertThat(read(stage, "a\nb\u00FFc\nd\n")).containsExactly("a", "[UNREADABLE 0]");
    assertThat(read(stage, "e\n")).isEmpty();
    assertThat(ended()).isEmpty();
    stage.begin(lines());
    assertThat(read(stage, "f\n")).containsExactly("f");
    assertThat(ended()).containsExactly("[end 0+2]");
    assertThat(stage.endedFrames()).isEqualTo(2);
  }

  @Test
  void halfALineOfAFrameThatIsCutIsNoLine() {
    AtomicReference<FrameException> told = new AtomicReference<>();
    FrameStage<String, String> frames = Stages.frames(noting(told), 100);
    EOFException cause = new EOFException("reset");
    frames.begin(lines());
    assertThat(read(frames, "a\nhalf")).containsExactly("a");
    frames.cutFrame(cause);
    assertThat(drained(frames)).isEmpty();
    assertThat(told.get().reason()).isEqualTo(FrameException.Reason.CUT);
    assertThat(told.get()).hasCause(cause);
    assertThat(frames.isInFrame()).isFalse();
  }

  private static FrameResult<String, String> noting(AtomicReference<FrameException> told) {
    return new FrameResult<>() {
      @Override
      public String output(String output) {
        return output;
      }

      @Override
      public String end(FrameBounds bounds) {
        return null;
      }

      @Override
      public String failed(FrameException failure) {
        assertThat(told.getAndSet(failure)).isNull();
        return null;
      }
    };
  }

  @Test
  void theEndOfTheStreamCutsTheOpenFrame() {
    stage.begin(lines());
    stage.offer(buffer("a\nb"));
    stage.endOfInput();
    assertThat(drained(stage)).containsExactly("a", "[CUT 0]");
    assertThat(stage.endedFrames()).isEqualTo(1);
  }

  /** One end or failure, whoever comes first. */
  @Test
  void aFrameThatHasFailedIsNotCutAsWell() {
    stage.begin(Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT)));
    assertThat(read(stage, "\u00FF")).containsExactly("[UNREADABLE 0]");
    stage.cutFrame(new EOFException());
    assertThat(drained(stage)).isEmpty();
    stage.begin(Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT)));
    assertThat(read(stage, "\u00C3")).isEmpty();
    assertThat(ended()).containsExactly("[UNREADABLE 0]");
    assertThat(stage.endedFrames()).isEqualTo(2);
  }

  @Test
  void whatFitsTheBoundIsReadThenTheFrameFails() {
    FrameStage<String, String> frames = Stages.frames(TOLD, 5);
    for (String[] parts : new String[][] {{"a\nb\nc\nd\n"}, {"a\nb", "\nc\n", "d"}}) {
      frames.begin(lines());
      List<String> outputs = new ArrayList<>();
      for (String part : parts) {
        outputs.addAll(read(frames, part));
      }
      assertThat(outputs).containsExactly("a", "b", "[TOO_LONG 0]");
      frames.endFrame();
      assertThat(drained(frames)).isEmpty();
    }
    frames.begin(lines());
    assertThat(read(frames, "a\nb\nc")).containsExactly("a", "b");
    frames.endFrame();
    assertThat(drained(frames)).containsExactly("c", "[end 0+5]");
  }

  @Test
  void anErrorEndsTheStreamAndSoDoesTheResult() {
    FrameStage<String, String> frames = Stages.frames(TOLD, 100);
    frames.begin(
        Stages.decode(
            UTF_8.observer(
                sequence -> {
                  throw new StackOverflowError();
                })));
    frames.offer(buffer("\u00FF"));
    assertThatThrownBy(frames::poll).isInstanceOf(StackOverflowError.class);
    assertThatThrownBy(() -> frames.begin(lines())).isInstanceOf(IllegalStateException.class);

    FrameStage<Integer, String> throwing =
        Stages.frames(
            new FrameResult<Integer, String>() {
              @Override
              public String output(Integer output) {
                throw new ArithmeticException();
              }

              @Override
              public String end(FrameBounds bounds) {
                return "";
              }

              @Override
              public String failed(FrameException failure) {
                return "";
              }
            },
            100);
    throwing.begin(Stages.validate(UTF_8));
    throwing.offer(buffer("a"));
    assertThatThrownBy(throwing::poll).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void anObserverThatThrowsFailsTheFrame() {
    stage.begin(
        Stages.decode(
            UTF_8.observer(
                sequence -> {
                  throw new ArithmeticException();
                })));
    assertThat(read(stage, "a\u00FFb")).containsExactly("a", "[UNREADABLE 0]");
  }

  @Test
  void callsOutOfOrderAreRefused() {
    assertThatThrownBy(stage::endFrame).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> stage.cutFrame(new EOFException()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> stage.switchTo(UTF_8)).isInstanceOf(IllegalStateException.class);
    stage.begin(lines());
    assertThatThrownBy(() -> stage.begin(lines())).isInstanceOf(IllegalStateException.class);
    stage.offer(buffer("a\n"));
    assertThatThrownBy(stage::endFrame).isInstanceOf(IllegalStateException.class);
    assertThat(drained(stage)).containsExactly("a");
    stage.endFrame();
    assertThatThrownBy(() -> stage.begin(lines())).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> stage.offer(buffer("b"))).isInstanceOf(IllegalStateException.class);
    assertThat(drained(stage)).containsExactly("[end 0+2]");
    stage.offer(buffer("b"));
    assertThatThrownBy(stage::poll)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside of a frame");
    assertThatThrownBy(() -> Stages.frames(TOLD, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSwitchReachesTheOpenFrameAlone() {
    stage.begin(lines());
    stage.offer(buffer("CHARSET ISO-8859-1\n\u00E4\n"));
    assertThat(stage.poll()).isEqualTo("CHARSET ISO-8859-1");
    stage.switchTo(DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));
    assertThat(stage.resolvedEncoding()).contains(TextEncoding.forName("ISO-8859-1"));
    assertThat(drained(stage)).containsExactly("\u00E4");
    stage.endFrame();
    // Its last byte was offered: the switch would reach nobody.
    assertThatThrownBy(() -> stage.switchTo(UTF_8)).isInstanceOf(IllegalStateException.class);
    assertThat(drained(stage)).containsExactly("[end 0+21]");
    assertThat(stage.resolvedEncoding()).isEmpty();
    stage.begin(lines());
    assertThat(read(stage, "\u00C3\u00A4\n")).containsExactly("\u00E4");
  }

  @Test
  void whatIsHandedOverIsWhatTheFrameHas() {
    stage.begin(lines());
    stage.offer(buffer("a\nb\u00C3"));
    assertThat(stage.poll()).isEqualTo("a");
    assertThat(text(stage.takeUndelivered())).isEqualTo("b\u00C3");
    assertThatThrownBy(() -> stage.offer(buffer("c"))).isInstanceOf(IllegalStateException.class);

    FrameStage<String, String> second = Stages.frames(TOLD, 100);
    second.begin(lines());
    assertThat(read(second, "b\u00C3")).isEmpty();
    second.endFrame();
    assertThat(text(second.takeUndelivered())).isEqualTo("b\u00C3");

    FrameStage<String, String> failed = Stages.frames(TOLD, 100);
    failed.begin(Stages.lines(UTF_8.onMalformed(MalformedPolicy.REPORT), LINES));
    failed.offer(buffer("a\n\u00FFb\n"));
    assertThat(failed.poll()).isEqualTo("a");
    assertThat(failed.poll()).isEqualTo("[UNREADABLE 0]");
    assertThat(failed.takeUndelivered()).isEmpty();

    FrameStage<String, String> unread = Stages.frames(TOLD, 100);
    unread.begin(lines());
    unread.offer(buffer("a\n"));
    assertThat(text(unread.takeUndelivered())).isEqualTo("a\n");
  }

  /** What an observer does to the stage takes effect, and no reader is left open. */
  @Test
  void anObserverMayCloseTheStage() {
    List<String> closed = new ArrayList<>();
    FrameStage<String, String> frames = Stages.frames(TOLD, 100);
    frames.begin(
        new Closing(
            Stages.decode(UTF_8.observer(sequence -> frames.close())), () -> closed.add("closed")));
    frames.offer(buffer("\u00FFa"));
    assertThat(frames.poll()).isNull();
    assertThat(closed).isNotEmpty();
    frames.close();
  }

  @Test
  void readersAreClosedWhenTheirFrameIsOver() {
    List<String> closed = new ArrayList<>();
    stage.begin(new Closing(lines(), () -> closed.add("ended")));
    ended();
    stage.begin(
        new Closing(
            Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT)), () -> closed.add("failed")));
    read(stage, "\u00FF");
    assertThat(closed).containsExactly("ended", "failed");
    stage.cutFrame(new EOFException());
    drained(stage);
    stage.begin(new Closing(lines(), () -> closed.add("given up")));
    stage.close();
    assertThat(closed).containsExactly("ended", "failed", "given up");
  }

  /** Tells of its close. */
  private static final class Closing extends ForwardingByteStage<String> {
    private final Runnable told;

    Closing(ByteStage<String> stage, Runnable told) {
      super(stage);
      this.told = told;
    }

    @Override
    public void close() {
      told.run();
      super.close();
    }
  }

  @Test
  void oneCallReadsAShortFrame() {
    stage.begin(Stages.decode(UTF_8));
    assertThat(stage.offerAndPoll(ByteBuffer.wrap(Frames.octets("text")))).isEqualTo("text");
    assertThat(stage.isSpent()).isTrue();
    assertThat(ended()).containsExactly("[end 0+4]");
  }
}
