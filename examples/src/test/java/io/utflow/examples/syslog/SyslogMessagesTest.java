/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import static io.utflow.examples.syslog.SyslogLines.counted;
import static io.utflow.examples.syslog.SyslogLines.octets;
import static io.utflow.examples.syslog.SyslogLines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.StageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyslogMessagesTest {
  private static final int MOST = 40;
  private static final String LATIN = "<13>caf\u00E9";
  private static final String UTF_8 = utf8("<13>1 - - - - - - \uFEFFgr\u00FC\u00DFe \uD83D\uDE00");

  /** A stream, and its messages, the cut ones with a + behind. */
  static Stream<Arguments> streams() {
    String longLine = "<13>" + "x".repeat(90);
    return Stream.of(
        Arguments.of("<13>a\nb\r\n\n\r\nc", List.of("<13>a", "b", "c")),
        Arguments.of(LATIN + "\n" + UTF_8 + "\n", List.of(LATIN, UTF_8)),
        Arguments.of("<13>ends in CR\r", List.of("<13>ends in CR")),
        Arguments.of("a\rb\n", List.of("a\rb")),
        Arguments.of(counted(LATIN) + counted(UTF_8), List.of(LATIN, UTF_8)),
        Arguments.of(counted("<13>a\nb\n") + counted("<1>"), List.of("<13>a\nb", "<1>")),
        Arguments.of("<13>x\n12 errors\n<13>y\n", List.of("<13>x", "12 errors", "<13>y")),
        Arguments.of(
            longLine + "\nshort\n" + longLine,
            List.of(longLine.substring(0, MOST) + "+", "short", longLine.substring(0, MOST) + "+")),
        Arguments.of(
            counted(longLine) + counted("<1>short"),
            List.of(longLine.substring(0, MOST) + "+", "<1>short")),
        Arguments.of("y".repeat(MOST) + "\nz", List.of("y".repeat(MOST), "z")),
        Arguments.of(counted("y".repeat(MOST)) + "2 zz", List.of("y".repeat(MOST), "zz")),
        // The line end is not a part of the message, and does not make it too long.
        Arguments.of("y".repeat(MOST) + "\r\nz\r\n", List.of("y".repeat(MOST), "z")),
        Arguments.of("y".repeat(MOST) + "\r", List.of("y".repeat(MOST))),
        Arguments.of("y".repeat(MOST) + "\rz\n", List.of("y".repeat(MOST) + "+")),
        Arguments.of("y".repeat(MOST + 1) + "\r\nz", List.of("y".repeat(MOST) + "+", "z")),
        Arguments.of(counted("y".repeat(MOST) + "\n") + "1 z", List.of("y".repeat(MOST), "z")),
        Arguments.of(counted("y".repeat(MOST + 1)) + "1 z", List.of("y".repeat(MOST) + "+", "z")),
        Arguments.of(
            counted("y".repeat(MOST + 1) + "\n") + "1 z", List.of("y".repeat(MOST) + "+", "z")),
        Arguments.of(
            counted("y".repeat(MOST) + "\n").substring(0, MOST + 3),
            List.of("y".repeat(MOST) + "+")),
        Arguments.of("9 <13>cut", List.of("<13>cut+")),
        Arguments.of("9 ", List.of()),
        Arguments.of("9", List.of()),
        Arguments.of("", List.of()));
  }

  /** Streams with NUL, which ends a message in any of them. */
  static Stream<Arguments> streamsWithNul() {
    String trace = "<11>boom\nTraceback\n  File <13x>\n<1\n<>\n<1234>\nError";
    String most = "<1>" + "y".repeat(MOST - 3);
    return Stream.of(
        Arguments.of("<13>a\0<14>b\0<15>c", List.of("<13>a", "<14>b", "<15>c")),
        Arguments.of(LATIN + "\0" + UTF_8 + "\0\0", List.of(LATIN, UTF_8)),
        Arguments.of("<13>a\0" + trace.substring(0, 30) + "\0", List.of("<13>a", cut(trace, 30))),
        // The trailer of the first message tells; its own LF end it.
        Arguments.of("<1>a\nb\0<2>c\nd\0", List.of("<1>a", "b", "<2>c", "d")),
        // A stray NUL joins no lines, and no line end before or behind a NUL is text.
        Arguments.of("<1>a\0\n<2>b\r\n<3>c\n", List.of("<1>a", "<2>b", "<3>c")),
        Arguments.of("<1>a\0b\n<191>c\n", List.of("<1>a", "b", "<191>c")),
        Arguments.of("<1>a\n\0<2>b\r\n\0<3>c\r\0", List.of("<1>a", "<2>b", "<3>c")),
        Arguments.of("<1>a\0<2>b\r\n\0<3>c\n\0\r\n\0d", List.of("<1>a", "<2>b", "<3>c", "d")),
        Arguments.of("plain\0b\nc\0d", List.of("plain", "b", "c", "d")),
        Arguments.of("\0<1>a\nb\0", List.of("<1>a", "b")),
        Arguments.of(counted("<1>a\0") + counted("<1>\0b\n"), List.of("<1>a", "<1>\0b")),
        // The bound.
        Arguments.of(most + "\0" + most + "z\0<1>a", List.of(most, most + "+", "<1>a")),
        Arguments.of("<1>\0" + most + "\r\n\0" + most + "\n", List.of("<1>", most, most)),
        Arguments.of("<1>\0" + most + "\n<1>a", List.of("<1>", most, "<1>a")),
        Arguments.of("<1>\0" + most + "\n<1", List.of("<1>", most + "+")),
        Arguments.of("<1>\0" + most + "\n\n<1>\n<a>", List.of("<1>", most, "<1>\n<a>")),
        Arguments.of(
            most + "zzz\n\0" + most + "z\n<2>a\nb\0", List.of(most + "+", most + "+", "<2>a", "b")),
        Arguments.of(
            most + "zz\0" + most + "z\n<2\n<2>a\nb\0", List.of(most + "+", most + "+", "<2>a\nb")));
  }

  private static String cut(String text, int length) {
    return text.substring(0, length);
  }

  /** Law L1: the messages of a stream do not depend on its cuts. */
  @ParameterizedTest
  @MethodSource({"streams", "streamsWithNul"})
  void theMessagesAreTheSameForEveryCut(String stream, List<String> messages) {
    for (List<byte[]> cut : Cuts.hostile(octets(stream))) {
      for (boolean direct : new boolean[] {false, true}) {
        assertThat(SyslogLines.frames(cut, MOST, direct).stream().map(SyslogMessagesTest::shown))
            .isEqualTo(messages);
      }
    }
  }

  private static String shown(SyslogFrame frame) {
    return new String(frame.bytes(), StandardCharsets.ISO_8859_1) + (frame.truncated() ? "+" : "");
  }

  /** A message that NUL ends is there with its NUL, and one with LF in it, too. */
  @Test
  void aMessageDoesNotWaitForTheNext() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new StageDecoder<>(new SyslogMessages(MOST).stage()));
    for (String message : List.of("<13>a", "<13>b\n<c", "<13>d\n<1")) {
      channel.writeInbound(Unpooled.copiedBuffer(octets(message + "\0")));
      assertThat(shown(channel.readInbound())).isEqualTo(message);
    }
    channel.finishAndReleaseAll();
  }

  /** A length that is none: what is behind it must not be guessed at. */
  @ParameterizedTest
  @ValueSource(strings = {"1x <13>", "3 abc<13>d\n", "3 abc 4 abcd", "3 abc0 ", "12345678901 "})
  void aLostFramingIsTold(String stream) {
    for (List<byte[]> cut : Cuts.hostile(octets(stream))) {
      EmbeddedChannel channel =
          new EmbeddedChannel(new StageDecoder<>(new SyslogMessages(MOST).stage()));
      assertThatThrownBy(
              () -> {
                for (byte[] piece : cut) {
                  channel.writeInbound(Unpooled.copiedBuffer(piece));
                }
              })
          .hasCauseInstanceOf(FrameException.class);
      channel.finishAndReleaseAll();
    }
  }

  @Test
  void aFloodWithoutAnEndIsNotKept() {
    for (String start : new String[] {"<13>", "2000000000 <13>"}) {
      FramedStage<SyslogFrame> framer = new SyslogMessages(MOST).stage();
      EmbeddedChannel channel = new EmbeddedChannel(new StageDecoder<>(framer));
      channel.writeInbound(Unpooled.copiedBuffer(octets(start)));
      assertThat(framer.isInFrame()).isTrue();
      for (int i = 0; i < 1000; i++) {
        channel.writeInbound(Unpooled.copiedBuffer(octets("x".repeat(1000))));
        assertThat(framer.isInFrame()).isTrue();
        assertThat(framer.endedFrames()).isZero();
      }
      channel.finish();
      SyslogFrame cut = channel.readInbound();
      assertThat(cut.truncated()).isTrue();
      assertThat(cut.bytes()).hasSize(MOST);
      assertThat(channel.inboundMessages()).isEmpty();
    }
  }

  @Test
  void betweenFramesNoneIsOpen() {
    FramedStage<SyslogFrame> framer = new SyslogMessages(MOST).stage();
    EmbeddedChannel channel = new EmbeddedChannel(new StageDecoder<>(framer));
    assertThat(framer.isInFrame()).isFalse();
    channel.writeInbound(Unpooled.copiedBuffer(octets("3 abc")));
    assertThat(framer.isInFrame()).isFalse();
    assertThat(framer.endedFrames()).isEqualTo(1);
    channel.writeInbound(Unpooled.copiedBuffer(octets("3")));
    assertThat(framer.isInFrame()).isTrue();
    channel.finishAndReleaseAll();
  }
}
