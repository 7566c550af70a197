/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.LINES;
import static io.utflow.codec.stage.Frames.TOLD;
import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.buffer;
import static io.utflow.codec.stage.Frames.octets;
import static io.utflow.codec.stage.Frames.read;
import static io.utflow.codec.stage.Frames.readAll;
import static io.utflow.codec.stage.Frames.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that are found: streams from the field, and what the fuzzer does not reach. */
class FoundFramesTest {
  private static final byte[] CRLF = octets("\r\n");

  private static FramedStage<String> whole(FrameFinder<String> finder, int maxBytes) {
    return Stages.wholeFrames(finder, WholeFrame.text(UTF_8), maxBytes, TooLongPolicy.FAIL);
  }

  private static FrameFinder<String> resp() {
    return FrameFinder.announcedBy(
        TextEncoding.UTF_8,
        CRLF,
        CRLF,
        line ->
            line.startsWith("$")
                ? OptionalLong.of(Long.parseLong(line.substring(1)))
                : OptionalLong.empty());
  }

  private static FrameFinder<String> lf() {
    return FrameFinder.delimitedBy(octets("\n"));
  }

  /** The outputs of a stream, equal for every cut, and what ends it. */
  private static List<String> ofEveryCut(Supplier<FramedStage<String>> stages, byte[] stream) {
    List<String> first = null;
    for (List<byte[]> cut : Cuts.hostile(stream)) {
      for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
        List<String> outputs = outputs(stages.get(), cut, kind);
        first = first == null ? outputs : first;
        assertThat(outputs).as(Cuts.describe(cut)).isEqualTo(first);
      }
    }
    return first;
  }

  private static List<String> outputs(
      FramedStage<String> stage, List<byte[]> pieces, BufferKind kind) {
    List<String> outputs = new ArrayList<>();
    try {
      for (byte[] piece : pieces) {
        stage.offer(kind.of(piece));
        drain(stage, outputs);
      }
      stage.endOfInput();
      drain(stage, outputs);
    } catch (FrameException e) {
      outputs.add("!" + e.reason() + " " + e.byteOffset());
    }
    return outputs;
  }

  private static void drain(FramedStage<String> stage, List<String> outputs) {
    for (String output = stage.poll(); output != null; output = stage.poll()) {
      outputs.add(output);
    }
  }

  @Test
  void textsOfResp() {
    byte[] stream =
        "$13\r\nGr\u00FC\u00DFe\r\n\uD83D\uDE00\r\n+OK\r\n".getBytes(StandardCharsets.UTF_8);
    assertThat(ofEveryCut(() -> whole(resp(), 100), stream))
        .containsExactly("$13", "Gr\u00FC\u00DFe\r\n\uD83D\uDE00", "+OK");
    assertThat(
            ofEveryCut(
                () -> Stages.frames(resp(), at -> Stages.text(UTF_8, 100), TOLD, 100), stream))
        .containsExactly(
            "$13",
            "[end 0+3]",
            "Gr\u00FC\u00DFe\r\n\uD83D\uDE00",
            "[end 5+13]",
            "+OK",
            "[end 20+3]");
  }

  private static final String LOST_LINE = "$1\u00FF3\r\n0123456789012\r\n+OK\r\n";

  /** Where a policy makes another length of a line, the texts behind it could be smuggled. */
  @Test
  void aLineThatAnnouncesIsWellFormed() {
    DecoderSpec skipping = UTF_8.onMalformed(MalformedPolicy.SKIP);
    assertThat(
            ofEveryCut(
                () ->
                    Stages.wholeFrames(resp(), WholeFrame.text(skipping), 100, TooLongPolicy.FAIL),
                octets(LOST_LINE)))
        .containsExactly("$13", "!LOST 6");
    // A fresh reader drops a mark, and a peer may read it as text.
    assertThat(ofEveryCut(() -> whole(resp(), 100), octets("\u00EF\u00BB\u00BF$3\r\nabc\r\n")))
        .containsExactly("$3", "!LOST 7");
    // One that announces nothing may be anything.
    assertThat(
            ofEveryCut(
                () ->
                    Stages.wholeFrames(resp(), WholeFrame.text(skipping), 100, TooLongPolicy.FAIL),
                octets("+O\u00FFK\r\n")))
        .containsExactly("+OK");
  }

  @Test
  void aLengthThatIsNoneEndsTheStream() {
    assertThat(ofEveryCut(() -> whole(resp(), 100), octets("$-7\r\na\r\n")))
        .containsExactly("$-7", "!LOST 5");
    FramedStage<String> stage = whole(resp(), 100);
    stage.offer(buffer("$x\r\n"));
    assertThatThrownBy(stage::poll).isInstanceOf(NumberFormatException.class);
    // What was announced has another end.
    assertThat(ofEveryCut(() -> whole(resp(), 100), octets("$1\r\nab\r\n")))
        .containsExactly("$1", "!LOST 5");
  }

  /** Whoever does not read the lines does not know what they announce. */
  @Test
  void aLineThatWasNotReadAsOneOutputEndsTheStream() {
    assertThat(
            ofEveryCut(
                () ->
                    Stages.wholeFrames(
                        resp(), (bytes, bounds, truncated) -> null, 100, TooLongPolicy.FAIL),
                octets("+a\r\n+b\r\n")))
        .containsExactly("!LOST 4");
    assertThat(
            ofEveryCut(
                () -> Stages.frames(resp(), at -> Stages.lines(UTF_8, LINES), TOLD, 100),
                octets("$1\n+b\r\na\r\n")))
        .containsExactly("$1", "+b", "[end 0+5]", "!LOST 7");
    assertThat(
            ofEveryCut(
                () -> Stages.wholeFrames(resp(), WholeFrame.text(UTF_8), 2, TooLongPolicy.TRUNCATE),
                octets("$12\r\na\r\n")))
        .containsExactly("$1", "!LOST 5");
  }

  @Test
  void anAnnouncedLengthOverTheBoundFailsBeforeTheContent() {
    FramedStage<String> stage = Stages.frames(resp(), at -> Stages.text(UTF_8, 100), TOLD, 5);
    assertThat(read(stage, "$6\r\n")).containsExactly("$6", "[end 0+2]", "[TOO_LONG 4]");
    assertThat(readAll(stage, "abcdef\r\n+OK\r\n")).containsExactly("+OK", "[end 12+3]");
    FramedStage<String> counted = whole(FrameFinder.syslog(), 5);
    counted.offer(buffer("6 "));
    assertThatThrownBy(counted::poll)
        .isInstanceOfSatisfying(
            FrameException.class,
            e -> assertThat(e.reason()).isEqualTo(FrameException.Reason.TOO_LONG));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FAIL", "TRUNCATE", "DISCARD"})
  void whatBecomesOfALongFrame(TooLongPolicy policy) {
    WholeFrame<String> frame =
        new WholeFrame<>() {
          @Override
          public String read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
            String text = StandardCharsets.UTF_8.decode(bytes).toString();
            return text + " " + bounds.byteOffset() + "+" + bounds.length() + truncated;
          }

          @Override
          public String failed(FrameException failure) {
            return "[" + failure.reason() + " " + failure.byteOffset() + "]";
          }
        };
    List<String> expected =
        switch (policy) {
          case FAIL -> List.of("abc 0+3false", "[TOO_LONG 4]", "e 9+1false", "[TOO_LONG 11]");
          case TRUNCATE -> List.of("abc 0+3false", "abc 4+4true", "e 9+1false", "123 11+4true");
          case DISCARD -> List.of("abc 0+3false", "e 9+1false");
        };
    assertThat(
            ofEveryCut(
                () -> Stages.wholeFrames(lf(), frame, 3, policy), octets("abc\nabcd\ne\n1234")))
        .isEqualTo(expected);
  }

  /** A long frame fails as soon as it passes its bound. */
  @Test
  void aFrameFailsWithTheByteThatPassesItsBound() {
    FramedStage<String> stage = whole(lf(), 3);
    assertThat(read(stage, "abc")).isEmpty();
    stage.offer(buffer("d"));
    assertThatThrownBy(stage::poll).hasMessageContaining("the frame at byte 0 is longer than 3");
  }

  @Test
  void framesThatTheEndCutsFail() {
    assertThat(ofEveryCut(() -> whole(FrameFinder.mllp(), 9), octets("x\u000Bab\u001C\rx\u000Bc")))
        .containsExactly("ab", "!CUT 8");
    assertThat(ofEveryCut(() -> whole(FrameFinder.ofLength(3), 9), octets("abcd")))
        .containsExactly("abc", "!CUT 3");
    assertThat(ofEveryCut(() -> whole(FrameFinder.syslog(), 9), octets("1 a12")))
        .containsExactly("a", "!CUT 3");
    assertThat(ofEveryCut(() -> whole(resp(), 9), octets("+OK\r\n\r")))
        .containsExactly("+OK", "!CUT 5");
    // No byte of a frame was read that could be delivered truncated.
    assertThat(
            ofEveryCut(
                () ->
                    Stages.wholeFrames(
                        FrameFinder.syslog(), WholeFrame.text(UTF_8), 9, TooLongPolicy.TRUNCATE),
                octets("1 a12")))
        .containsExactly("a", "!CUT 3");
    // The last line of all needs no end.
    assertThat(ofEveryCut(() -> whole(lf(), 9), octets("a\n\nb"))).containsExactly("a", "", "b");
  }

  @Test
  void aFrameThatItsSenderHasGivenUpIsBroken() {
    assertThat(
            ofEveryCut(
                () -> Stages.frames(FrameFinder.mllp(), at -> Frames.lines(), TOLD, 100),
                octets("\u000Ba\nb\u000Bc\u001C\r")))
        .containsExactly("a", "[BROKEN 1]", "c", "[end 5+1]");
  }

  /** Bytes between frames are passed over, but not without end. */
  @Test
  void whoSendsNoStartBlockDoesNotSpeakMllp() {
    for (int piece : new int[] {1000, 65_536, 100_000}) {
      FramedStage<String> stage = whole(FrameFinder.mllp(), 9);
      assertThat(outputs(stage, Cuts.every(octets("x".repeat(65_538)), piece), BufferKind.HEAP))
          .containsExactly("!LOST 65537");
      FramedStage<String> other = whole(FrameFinder.mllp(), 9);
      byte[] most = octets("x".repeat(65_536) + "\u000Ba\u001C\r");
      assertThat(outputs(other, Cuts.every(most, piece), BufferKind.HEAP)).containsExactly("a");
    }
  }

  @Test
  void aFrameIsOpenFromItsFirstByteOn() {
    FramedStage<String> stage = whole(FrameFinder.syslog(), 9);
    assertThat(stage.isInFrame()).isFalse();
    read(stage, "3");
    assertThat(stage.isInFrame()).isTrue();
    read(stage, " ");
    assertThat(stage.isInFrame()).isTrue();
    assertThat(stage.endedFrames()).isZero();
    assertThat(read(stage, "abc")).containsExactly("abc");
    assertThat(stage.isInFrame()).isFalse();
    assertThat(stage.endedFrames()).isEqualTo(1);
  }

  /** Byte offsets count in the stream, also those of ill-formed sequences. */
  @Test
  void offsetsAreThoseOfTheStream() {
    List<Long> found = new ArrayList<>();
    DecoderSpec observed = UTF_8.observer(sequence -> found.add(sequence.byteOffset()));
    FramedStage<String> streamed =
        Stages.frames(lf(), at -> Stages.text(observed.countingFrom(at), 100), TOLD, 100);
    readAll(streamed, "ab\nc\u00FF\n\u00FF");
    assertThat(found).containsExactly(4L, 6L);
    found.clear();
    readAll(
        Stages.wholeFrames(lf(), WholeFrame.text(observed), 100, TooLongPolicy.FAIL),
        "ab\nc\u00FF\n\u00FF");
    assertThat(found).containsExactly(4L, 6L);
  }

  @Test
  void aSwitchReachesTheOpenFrameAlone() {
    Supplier<FramedStage<String>> stages =
        () -> Stages.frames(FrameFinder.mllp(), at -> Frames.lines(), TOLD, 100);
    byte[] stream = octets("\u000BCHARSET\n\u00E4\n\u001C\r\u000B\u00C3\u00A4\u001C\r");
    for (List<byte[]> cut : Cuts.hostile(stream)) {
      FramedStage<String> stage = stages.get();
      List<String> outputs = new ArrayList<>();
      for (byte[] piece : cut) {
        stage.offer(ByteBuffer.wrap(piece));
        for (String output = stage.poll(); output != null; output = stage.poll()) {
          outputs.add(output);
          if (output.equals("CHARSET")) {
            stage.switchTo(DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));
          }
        }
      }
      assertThat(outputs)
          .as(Cuts.describe(cut))
          .containsExactly("CHARSET", "\u00E4", "[end 1+10]", "\u00E4", "[end 14+2]");
      assertThatThrownBy(() -> stage.switchTo(UTF_8)).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> whole(lf(), 9).switchTo(UTF_8))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** The mark belongs to the frame until its end was polled. */
  @Test
  void whatIsHandedOverOfAStreamedFrame() {
    String[] expected = {
      "\u000Ba\nb\u001C\rc", "b\u001C\rc", "\u001C\rc", "c", "",
    };
    for (int polls = 0; polls < expected.length; polls++) {
      FramedStage<String> stage =
          Stages.frames(FrameFinder.mllp(), at -> Frames.lines(), TOLD, 100);
      stage.offer(buffer("\u000Ba\nb\u001C\rc"));
      for (int i = 0; i < polls; i++) {
        stage.poll();
      }
      assertThat(text(stage.takeUndelivered())).as("%s polls", polls).isEqualTo(expected[polls]);
    }
    FramedStage<String> failed =
        Stages.frames(
            lf(), at -> Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT)), TOLD, 100);
    failed.offer(buffer("a\u00FFb\nc"));
    assertThat(failed.poll()).isEqualTo("a");
    assertThat(failed.poll()).isEqualTo("[UNREADABLE 0]");
    assertThat(text(failed.takeUndelivered())).isEqualTo("c");
  }

  /** Also what the finder has not been asked about, and while its failure waits behind outputs. */
  @Test
  void nothingIsHandedOverOfAFrameThatFails() {
    String announced = "100 " + "x".repeat(100) + "6 <13>ab";
    for (int polls = 1; polls < 3; polls++) {
      FramedStage<String> stage =
          Stages.frames(FrameFinder.syslog(), at -> Frames.lines(), TOLD, 10);
      stage.offer(buffer(announced));
      assertThat(stage.poll()).isEqualTo("[TOO_LONG 4]");
      assertThat(polls == 1 ? null : stage.poll()).isEqualTo(polls == 1 ? null : "<13>ab");
      assertThat(text(stage.takeUndelivered())).isEqualTo(polls == 1 ? "6 <13>ab" : "");
    }
    FramedStage<String> failing = Stages.frames(FrameFinder.mllp(), at -> Frames.lines(), TOLD, 4);
    failing.offer(buffer("\u000Ba\nbcdefgh\u001C\rz"));
    assertThat(failing.poll()).isEqualTo("a");
    assertThat(text(failing.takeUndelivered())).isEqualTo("z");
  }

  @Test
  void aFinderIsHeldToItsWord() {
    assertThatThrownBy(() -> read(whole(saying((bytes, found) -> {}), 9), "a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("mostUndecided");
    assertThatThrownBy(() -> read(whole(saying((bytes, found) -> found.skip(2)), 9), "a"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> read(whole(saying((bytes, found) -> found.end(-1, 1)), 9), "a"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                read(
                    whole(
                        saying(
                            (bytes, found) -> {
                              found.content(1);
                              found.content(1);
                            }),
                        9),
                    "ab"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> read(whole(saying((bytes, found) -> found.begin(1, 3)), 9), "ab"))
        .isInstanceOf(IllegalStateException.class);
    for (Saying nothing :
        List.<Saying>of(
            (bytes, found) -> found.skip(0),
            (bytes, found) -> found.content(0),
            (bytes, found) -> found.broken(0, "x"))) {
      assertThatThrownBy(() -> read(whole(saying(nothing), 9), "a"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no bytes");
    }
    // Whatever the order of the buffer is, it reads as it would behind a cut.
    FramedStage<String> ordered =
        whole(
            saying((bytes, found) -> found.end(bytes.order() == ByteOrder.BIG_ENDIAN ? 1 : 0, 0)),
            9);
    ByteBuffer little = buffer("a").order(ByteOrder.LITTLE_ENDIAN);
    ordered.offer(little);
    assertThat(ordered.poll()).isEqualTo("a");
    assertThat(little.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    // It may move the buffer, which is not its own.
    FramedStage<String> moved =
        whole(
            saying(
                (bytes, found) -> {
                  if (bytes.hasRemaining()) {
                    bytes.get();
                    found.end(1, 0);
                  }
                }),
            9);
    assertThat(read(moved, "ab")).containsExactly("a", "b");
  }

  private interface Saying {
    void say(ByteBuffer bytes, FrameFinder.Found found);
  }

  private static FrameFinder<String> saying(Saying saying) {
    return new FrameFinder<>() {
      @Override
      public void find(ByteBuffer bytes, boolean ending, Found found) {
        saying.say(bytes, found);
      }

      @Override
      public int mostUndecided() {
        return 0;
      }
    };
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    assertThatThrownBy(FrameFinder::delimitedBy).isInstanceOf(IllegalArgumentException.class);
    for (byte[] delimiter : List.of(new byte[0], new byte[65])) {
      assertThatThrownBy(() -> FrameFinder.delimitedBy(delimiter))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> FrameFinder.ofLength(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> whole(lf(), 0)).isInstanceOf(IllegalArgumentException.class);
    FrameFinder<String> far =
        new FrameFinder<>() {
          @Override
          public void find(ByteBuffer bytes, boolean ending, Found found) {}

          @Override
          public int mostUndecided() {
            return 65;
          }
        };
    assertThatThrownBy(() -> whole(far, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
