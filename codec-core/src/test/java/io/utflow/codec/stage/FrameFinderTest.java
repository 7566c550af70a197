/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.octets;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceFrames;
import io.utflow.codec.testing.ReferenceFrames.End;
import io.utflow.codec.testing.ReferenceFrames.Frame;
import io.utflow.codec.testing.ReferenceFrames.Framing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each finder finds in streams of its kind what regular expressions find, for every cut. */
class FrameFinderTest {
  static Stream<Arguments> streams() {
    String trace = "<11>boom\nTraceback\n  File <13x>\n<1\n<>\n<1234>\nError";
    return Stream.of(
        Arguments.of(Framing.LF, "a\n\nb\r\nc"),
        Arguments.of(Framing.SEVERAL, "a|aab|aac\r\r\naaab\raa"),
        Arguments.of(Framing.NINE, "123456789abc"),
        Arguments.of(
            Framing.MLLP, "x\u000Ba\u001Cb\u001C\u001C\r\u000B\u001C\r\u000Bc\u000Bd\u001C"),
        Arguments.of(Framing.SYSLOG, "<13>a\nb\r\n\n\r\nc\r"),
        Arguments.of(Framing.SYSLOG, "<13>a\0" + trace + "\0<14>b\n<15>c"),
        Arguments.of(Framing.SYSLOG, "<1>a\0b\n<191>c\n\0\r\n\0d\r\0\n\ne\n\n<1>f\n\n"),
        Arguments.of(Framing.SYSLOG, "<1>a\nb\0<2>c\nd\0"),
        Arguments.of(Framing.SYSLOG, "plain\0b\nc\0d"),
        Arguments.of(Framing.SYSLOG, "3 abc12 <13>a\nb\0 c\r\n1 \n2 x"),
        Arguments.of(Framing.SYSLOG, "1 a3x"),
        Arguments.of(Framing.SYSLOG, "12345678901 a"),
        Arguments.of(Framing.RESP, "$3\r\na\r\n\r\n+OK\r\n\r\n$0\r\n\r\n$5\r\nabc"),
        Arguments.of(Framing.RESP, "a\rb\r\r\n$1\r\na\rb"));
  }

  /** An element for each frame, its failures in brackets. */
  private enum Element implements WholeFrame<String> {
    OCTETS;

    @Override
    public String read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
      String text = StandardCharsets.ISO_8859_1.decode(bytes).toString();
      return text + "@" + bounds.byteOffset() + "+" + bounds.length();
    }

    @Override
    public String failed(FrameException failure) {
      return "[" + failure.reason() + " " + failure.byteOffset() + "]";
    }
  }

  private static String expected(Frame frame) {
    return frame.end() == End.ENDED
        ? Frames.text(frame.content()) + "@" + frame.begin() + "+" + frame.content().length
        : frame.end() == End.LOST
            ? "[LOST " + frame.after() + "]"
            : "[" + frame.end() + " " + frame.begin() + "]";
  }

  @ParameterizedTest
  @MethodSource("streams")
  void findsWhatRegularExpressionsFind(Framing framing, String stream) {
    byte[] bytes = octets(stream);
    List<String> expected =
        ReferenceFrames.of(framing, bytes, line -> ReferenceFrames.announced(Frames.text(line)))
            .stream()
            .map(FrameFinderTest::expected)
            .toList();
    assertThat(expected).isNotEmpty();
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
        assertThat(found(framing, pieces, kind))
            .as("%s, %s", Cuts.describe(pieces), kind)
            .isEqualTo(expected);
      }
    }
  }

  private static List<String> found(Framing framing, List<byte[]> pieces, BufferKind kind) {
    FramedStage<String> stage =
        Stages.wholeFrames(
            framing.finder(TextEncoding.UTF_8), Element.OCTETS, 100, TooLongPolicy.FAIL);
    List<String> found = new ArrayList<>();
    try {
      for (byte[] piece : pieces) {
        stage.offer(kind.of(piece));
        drain(stage, found);
      }
      stage.endOfInput();
      drain(stage, found);
    } catch (FrameException e) {
      found.add("[" + e.reason() + " " + e.byteOffset() + "]");
    }
    return found;
  }

  private static void drain(FramedStage<String> stage, List<String> to) {
    for (String output = stage.poll(); output != null; output = stage.poll()) {
      to.add(output);
    }
  }
}
