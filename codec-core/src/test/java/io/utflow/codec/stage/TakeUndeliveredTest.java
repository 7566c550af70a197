/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ReferenceSplitter.Part;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What was offered is what came out, and the rest: wherever a stage is given up. */
class TakeUndeliveredTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  /** Polls {@code polls} times over the pieces, then gives up. */
  private record GivenUp(int offered, List<String> lines, byte[] rest) {
    static GivenUp after(int polls, ByteStage<String> stage, BufferKind kind, List<byte[]> pieces) {
      int offered = 0;
      int polled = 0;
      List<String> lines = new java.util.ArrayList<>();
      for (byte[] piece : pieces) {
        stage.offer(kind.of(piece));
        offered += piece.length;
        String line;
        do {
          if (polled++ == polls) {
            return new GivenUp(offered, lines, stage.takeUndelivered());
          }
          line = stage.poll();
          if (line != null) {
            lines.add(line);
          }
        } while (line != null);
      }
      return new GivenUp(offered, lines, stage.takeUndelivered());
    }
  }

  /** The replacement of x-IBM834 is no character of it: FE FE. */
  @Test
  @NeedsCharsets
  void aReplacementIsHandedOverThatTheCharsetCannotWrite() {
    List<IllFormedSequence> observed = new java.util.ArrayList<>();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName("x-IBM834")).observer(observed::add);
    ByteStage<String> lines = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF));
    byte[] bytes = {0x41, 0x41, 0x42, 0x41};
    lines.offer(ByteBuffer.wrap(bytes));
    assertThat(lines.poll()).isNull();
    assertThat(observed).hasSize(1);
    assertThat(lines.takeUndelivered())
        .isEqualTo(new byte[] {0x41, 0x41, (byte) 0xFE, (byte) 0xFE});
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void wellFormedTextIsHandedOverAtEveryPoint(TextEncoding encoding) {
    TextSamples samples = new TextSamples(3);
    for (LineBreaks breaks : LineBreaks.values()) {
      for (int round = 0; round < 10; round++) {
        String text = "a" + samples.text(round == 0 ? 9000 : 30);
        byte[] bytes = ReferenceEncoder.encode(encoding, text);
        LineSpec spec = LineSpec.of(breaks).keepTerminator(true);
        List<Part> parts = ReferenceSplitter.of(breaks, false).split(text);
        List<byte[]> pieces = Cuts.random(bytes, samples.random());
        BufferKind kind = BufferKind.values()[round % 4];
        int step = round == 0 ? 97 : 1;
        for (int polls = 0; polls <= parts.size() + pieces.size(); polls += step) {
          GivenUp given =
              GivenUp.after(polls, Stages.lines(DecoderSpec.of(encoding), spec), kind, pieces);
          byte[] delivered = ReferenceEncoder.encode(encoding, String.join("", given.lines));
          assertThat(concat(delivered, given.rest))
              .as("%s %s after %d polls", encoding, breaks, polls)
              .isEqualTo(Arrays.copyOf(bytes, given.offered));
        }
      }
    }
  }

  /** UTF-8 that is ASCII as far as it is lines; behind the last of them anything. */
  @ParameterizedTest
  @EnumSource
  void bytesBehindLinesOfAsciiAreHandedOverAsTheyAre(BufferKind kind) {
    byte[] binary = new byte[700];
    new java.util.Random(8).nextBytes(binary);
    for (String head : List.of("a\n", "\n", "a\r\nbc\nd\r\n", "x".repeat(8191) + "\n")) {
      for (byte first : new byte[] {(byte) 0xFF, (byte) 0x80, (byte) 0xEF, (byte) 0xC3, 0, 'z'}) {
        binary[0] = first;
        byte[] bytes = concat(head.getBytes(StandardCharsets.US_ASCII), binary);
        int lines = ReferenceSplitter.of(LineBreaks.LF_OR_CRLF, false).split(head).size();
        for (int at : new int[] {0, 1, 2, head.length() - 1, head.length()}) {
          ByteStage<String> stage = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
          int seen = 0;
          int offered = 0;
          for (byte[] piece : Cuts.inTwo(bytes, at)) {
            stage.offer(kind.of(piece));
            offered += piece.length;
            while (seen < lines && stage.poll() != null) {
              seen++;
            }
            if (seen == lines) {
              break;
            }
          }
          byte[] expected = Arrays.copyOfRange(bytes, head.length(), offered);
          assertThat(stage.takeUndelivered()).isEqualTo(expected);
        }
      }
    }
  }

  /**
   * An observed ill-formed sequence counts as read, also where a piece, window or buffer was full
   * before it.
   */
  @ParameterizedTest
  @MethodSource("encodings")
  void whatReplacedAnIllFormedSequenceAndHadNoRoomIsHandedOver(TextEncoding encoding) {
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .onMalformed(MalformedPolicy.replaceWith("\n?!"))
            .observer(sequence -> {})
            .pieceChars(2);
    EncoderSpec to = EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4);
    assertHandedOver(encoding, "a", "a\n", "?!", Stages.decode(spec));
    assertHandedOver(
        encoding, "ab", "ab\n?", "!", Stages.transcode(spec, to, HeapBuffers.INSTANCE));
  }

  private static void assertHandedOver(
      TextEncoding encoding, String text, String output, String rest, ByteStage<?> stage) {
    byte[] illFormed = {(byte) 0xDF, (byte) 0xDF, (byte) 0xDF, (byte) 0xDF};
    int one = ReferenceEncoder.encode(encoding, "a").length;
    stage.offer(ByteBuffer.wrap(concat(ReferenceEncoder.encode(encoding, text), illFormed)));
    Object polled = stage.poll();
    assertThat(polled instanceof ByteBuffer utf8 ? StandardCharsets.UTF_8.decode(utf8) : polled)
        .hasToString(output);
    assertThat(stage.takeUndelivered())
        .isEqualTo(
            concat(
                ReferenceEncoder.encode(encoding, rest),
                Arrays.copyOfRange(illFormed, one, illFormed.length)));
  }

  @Test
  void aByteOrderMarkIsNoTextToHandOver() {
    ByteStage<String> stage = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(ByteBuffer.wrap(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'a', '\n', -1}));
    assertThat(stage.poll()).isEqualTo("a");
    assertThat(stage.takeUndelivered()).containsExactly(-1);
    ByteStage<String> atMark = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
    atMark.offer(ByteBuffer.wrap(new byte[] {(byte) 0xEF, (byte) 0xBB}));
    assertThat(atMark.poll()).isNull();
    assertThat(atMark.takeUndelivered()).containsExactly(0xEF, 0xBB);
  }

  /** The text of a rejected mark is rest before any byte of the text is read. */
  @ParameterizedTest
  @EnumSource
  void aRejectedByteOrderMarkDoesNotShiftTheBytesBehindALine(BufferKind kind) {
    for (TextEncoding encoding : Encodings.FIXED) {
      if (encoding == TextEncoding.UTF_8) {
        continue;
      }
      byte[] mark = ReferenceEncoder.encode(encoding, "\uFEFF");
      byte[] reversed = new byte[mark.length];
      for (int i = 0; i < mark.length; i++) {
        reversed[i] = mark[mark.length - 1 - i];
      }
      byte[] bytes = concat(reversed, ReferenceEncoder.encode(encoding, "a\nb\nc"));
      for (int at = 0; at <= mark.length; at++) {
        ByteStage<String> stage =
            Stages.lines(
                DecoderSpec.of(encoding).bom(BomPolicy.STRICT), LineSpec.of(LineBreaks.LF_OR_CRLF));
        List<byte[]> pieces = Cuts.inTwo(bytes, at);
        stage.offer(kind.of(pieces.get(0)));
        assertThat(stage.poll()).isNull();
        stage.offer(kind.of(pieces.get(1)));
        assertThat(stage.poll()).isEqualTo("\uFFFDa");
        assertThat(stage.takeUndelivered()).isEqualTo(ReferenceEncoder.encode(encoding, "b\nc"));
      }
    }
  }

  /** Also where a window ends between them, or the bytes are not shown as an array. */
  @ParameterizedTest
  @EnumSource
  void aLineFeedBehindTheCarriageReturnThatEndedALineGoesWithItsLine(BufferKind kind) {
    for (TextEncoding encoding : Encodings.SCHEMES) {
      for (int length : new int[] {1, 2047, 4095, 8190, 8191, 8192, 16383}) {
        String line = "x".repeat(length);
        for (String script : List.of("", "\u00E9")) {
          String text = script + line + "\r\nrest";
          ByteStage<String> stage =
              Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.ANY));
          stage.offer(kind.of(ReferenceEncoder.encode(encoding, text)));
          assertThat(stage.poll()).isEqualTo(script + line);
          assertThat(stage.takeUndelivered()).isEqualTo(ReferenceEncoder.encode(encoding, "rest"));
        }
      }
    }
  }

  /**
   * U+FFFD where sequences were left out, which keeps characters apart, makes no line too long that
   * is given up: no policy is asked, and nothing is lost.
   */
  @ParameterizedTest
  @EnumSource(names = {"FAIL", "DISCARD", "TRUNCATE"})
  void anOpenLineIsNotJudgedWhereItIsHandedOver(TooLongPolicy answer) {
    byte[] letters = {'a', '\r', '\n', (byte) 0xFF};
    int most = 3;
    for (int number = 0; number < 1 << 12; number++) {
      byte[] bytes = new byte[number >> 10 == 0 ? 4 : 5];
      StringBuilder open = new StringBuilder("a");
      bytes[0] = 'a';
      for (int i = 1; i < bytes.length; i++) {
        bytes[i] = letters[number >> 2 * i & 3];
        open.append(bytes[i] < 0 ? ReferenceLines.LEFT_OUT : String.valueOf((char) bytes[i]));
      }
      String text = open.toString();
      if (text.contains("\r\n") || text.replace(ReferenceLines.LEFT_OUT, "").length() > most) {
        continue;
      }
      String expected = ReferenceLines.separated(text, "", List.of("\r\n"));
      for (List<byte[]> cut : List.of(Cuts.whole(bytes), Cuts.bytewise(bytes))) {
        List<TooLongLine> told = new java.util.ArrayList<>();
        ByteStage<String> stage =
            Stages.lines(
                UTF_8.onMalformed(MalformedPolicy.SKIP),
                LineSpec.of(LineBreaks.CRLF).maxChars(most).onTooLong(answer).observer(told::add));
        for (byte[] piece : cut) {
          stage.offer(BufferKind.values()[number % 4].of(piece));
          assertThat(stage.poll()).isNull();
        }
        assertThat(new String(stage.takeUndelivered(), StandardCharsets.UTF_8))
            .as("%s cut %s", Arrays.toString(bytes), Cuts.describe(cut))
            .isEqualTo(expected);
        assertThat(told).isEmpty();
      }
    }
  }

  /** The text of an open line goes with what ends the stream, which it does not hide. */
  @Test
  void anOpenLineIsNotJudgedWhereTheStreamFails() {
    byte[] bytes = {'a', '\r', (byte) 0xFF, '\n', (byte) 0xFF};
    ByteStage<String> stage =
        Stages.lines(
            UTF_8.onMalformed(MalformedPolicy.SKIP.atMost(1)),
            LineSpec.of(LineBreaks.CRLF).maxChars(3));
    stage.offer(ByteBuffer.wrap(bytes));
    assertThatThrownBy(stage::poll)
        .isInstanceOfSatisfying(
            IllFormedTextException.class,
            e -> assertThat(e.decodedPrefix()).isEqualTo("a\r\uFFFD\n"));
  }

  @Test
  void theStageIsClosed() {
    ByteStage<String> stage = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(ByteBuffer.wrap(new byte[] {'a', '\n', 'b', '\n'}));
    assertThat(stage.poll()).isEqualTo("a");
    assertThat(stage.takeUndelivered()).containsExactly('b', '\n');
    assertThat(stage.poll()).isNull();
    assertThat(stage.takeUndelivered()).isEmpty();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
