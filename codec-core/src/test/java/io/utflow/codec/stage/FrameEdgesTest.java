/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.TOLD;
import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.octets;
import static io.utflow.codec.stage.Frames.read;
import static io.utflow.codec.stage.Frames.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The least and the most of what frames allow, and readers that throw. */
class FrameEdgesTest {
  /** So many bytes of a delimiter, and of a line that announces a length. */
  private static final int LONGEST_DELIMITER = 64;

  private static final int LONGEST_LINE = 1024;

  private static FramedStage<String> told(FrameFinder<String> finder, long maxBytes) {
    return Stages.frames(finder, at -> Stages.text(UTF_8, 10_000), TOLD, maxBytes);
  }

  private static FrameFinder<String> announced() {
    return FrameFinder.announcedBy(
        TextEncoding.UTF_8,
        octets("\n"),
        octets(""),
        line ->
            line.startsWith("$")
                ? OptionalLong.of(Long.parseLong(line.substring(1)))
                : OptionalLong.empty());
  }

  @Test
  void oneByteIsEnough() {
    assertThat(readAll(told(FrameFinder.ofLength(1), 1), "ab"))
        .containsExactly("a", "[end 0+1]", "b", "[end 1+1]");
    assertThat(readAll(told(FrameFinder.delimitedBy(octets("|")), 1), "a|b|"))
        .containsExactly("a", "[end 0+1]", "b", "[end 2+1]");
    assertThatIllegalArgumentException().isThrownBy(() -> FrameFinder.ofLength(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> told(FrameFinder.delimitedBy(octets("|")), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> FrameFinder.delimitedBy(octets("")));
  }

  @Test
  void theLongestDelimiterByteByByte() {
    String delimiter = "x".repeat(LONGEST_DELIMITER - 1) + "|";
    FramedStage<String> stage = told(FrameFinder.delimitedBy(octets(delimiter)), 1000);
    List<String> outputs = new ArrayList<>();
    for (char c : ("a" + delimiter + "xb" + delimiter).toCharArray()) {
      outputs.addAll(read(stage, Character.toString(c)));
    }
    assertThat(outputs).containsExactly("a", "[end 0+1]", "xb", "[end 65+2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FrameFinder.delimitedBy(octets(delimiter + "|")));
  }

  /** A frame may be as long as the bound that the caller gave. */
  @Test
  void anAnnouncedLengthMayBeTheBound() {
    assertThat(readAll(told(announced(), 3), "$3\nabc")).contains("abc", "[end 3+3]");
    assertThat(readAll(told(announced(), 3), "$4\nabcd")).contains("[TOO_LONG 3]");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000})
  void aLineThatAnnouncesHasABound(int piece) {
    String longest = "$" + "0".repeat(LONGEST_LINE - 2) + "2";
    for (String line :
        List.of(
            longest, longest.replace("$", "$0"), longest.replace("$", "$" + "0".repeat(3000)))) {
      FramedStage<String> stage = told(announced(), 10_000);
      List<String> outputs = new ArrayList<>();
      String stream = line + "\nab";
      FrameException.Reason reason = null;
      try {
        for (int at = 0; at < stream.length(); at += piece) {
          outputs.addAll(read(stage, stream.substring(at, Math.min(stream.length(), at + piece))));
        }
      } catch (FrameException e) {
        reason = e.reason();
      }
      boolean believed = line.length() == LONGEST_LINE;
      assertThat(outputs.contains("ab")).as("%d chars", line.length()).isEqualTo(believed);
      assertThat(reason).isEqualTo(believed ? null : FrameException.Reason.LOST);
    }
  }

  /** A reader of lines yields nothing for no bytes, so nothing is announced. */
  @Test
  void anEmptyLineThatIsReadAsNothing() {
    FramedStage<String> stage = Stages.frames(announced(), at -> Frames.lines(), TOLD, 100);
    assertThat(readAll(stage, "\n$2\nab"))
        .containsExactly("[end 0+0]", "$2", "[end 1+2]", "ab", "[end 4+2]");
  }

  @Test
  void anEmptyLineThatIsReadAsTwo() {
    FramedStage<String> stage = Stages.frames(announced(), at -> sayingTwice(), TOLD, 100);
    assertThatThrownBy(() -> read(stage, "\n$2\nab"))
        .isInstanceOfSatisfying(
            FrameException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(FrameException.Reason.LOST);
              assertThat(e.byteOffset()).isEqualTo(1);
            });
  }

  /** Yields two outputs at the end, and nothing else. */
  private static ByteStage<String> sayingTwice() {
    return new ForwardingByteStage<>(Stages.text(UTF_8, 100)) {
      private int left;

      @Override
      public void endOfInput() {
        left = 2;
      }

      @Override
      public @Nullable String poll() {
        return left-- > 0 ? "x" : null;
      }
    };
  }

  /** RFC 6587: the last message of a stream, with what a sender appends. */
  @Test
  void syslogEndsWithACarriageReturn() {
    assertThat(readAll(told(FrameFinder.syslog(), 100), "<1>a\n<1>b\r"))
        .containsExactly("<1>a", "[end 0+4]", "<1>b", "[end 5+4]");
  }

  @Test
  void aLengthThatTheEndCutsIsACutFrame() {
    assertThat(readAll(told(FrameFinder.syslog(), 100), "1 a12")).contains("a", "[CUT 3]");
  }

  @Test
  void aReaderThatThrowsFailsItsFrameAlone() {
    for (boolean atEnd : new boolean[] {false, true}) {
      FramedStage<String> stage =
          Stages.frames(
              FrameFinder.delimitedBy(octets("|")),
              at -> at == 2 ? throwing(atEnd) : Stages.text(UTF_8, 100),
              TOLD,
              100);
      assertThat(readAll(stage, "a|b|c|"))
          .containsExactly("a", "[end 0+1]", "[UNREADABLE 2]", "c", "[end 4+1]");
    }
  }

  private static ByteStage<String> throwing(boolean atEnd) {
    return new ForwardingByteStage<>(Stages.text(UTF_8, 100)) {
      @Override
      public void offer(ByteBuffer input) {
        if (!atEnd) {
          throw new IllegalStateException("of the test");
        }
        super.offer(input);
      }

      @Override
      public void endOfInput() {
        if (atEnd) {
          throw new IllegalStateException("of the test");
        }
        super.endOfInput();
      }
    };
  }

  /** What a switch cuts is the first of the next encoding. */
  @Test
  void aSwitchWithinACharacter() {
    FramedStage<String> stage =
        Stages.frames(FrameFinder.delimitedBy(octets("|")), at -> Stages.decode(UTF_8), TOLD, 100);
    assertThat(read(stage, "a\u00E2\u0082")).containsExactly("a");
    stage.switchTo(DecoderSpec.of(StandardCharsets.ISO_8859_1));
    assertThat(String.join("", read(stage, "\u00E9|"))).isEqualTo("\u00E2\u0082\u00E9[end 0+4]");
    stage.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> stage.switchTo(DecoderSpec.of(StandardCharsets.ISO_8859_1)));
  }
}
