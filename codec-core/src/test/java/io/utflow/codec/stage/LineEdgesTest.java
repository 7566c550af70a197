/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The least and the most of lines: bounds, delimiters, and what was kept of an input. */
class LineEdgesTest {
  private static final DecoderSpec SKIPPING =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.SKIP);

  /** U+FFFD, which keeps a CR and an LF apart, counts as a char of the line (law L10). */
  @ParameterizedTest
  @CsvSource({"1", "2", "99"})
  void theCharThatSeparatesMayPassTheBound(int piece) {
    byte[] bytes = HexFormat.of().parseHex("610DFF0A620D0A630D0A");
    LineSpec lines = LineSpec.of(LineBreaks.CRLF).onTooLong(TooLongPolicy.DISCARD);
    assertThat(read(Stages.lines(SKIPPING, lines.maxChars(5)), bytes, piece))
        .containsExactly("a\r\uFFFD\nb", "c");
    assertThat(read(Stages.lines(SKIPPING, lines.maxChars(4)), bytes, piece)).containsExactly("c");
  }

  private static List<String> read(ByteStage<String> stage, byte[] bytes, int piece) {
    return Splitting.parts(Splitting.run(stage, BufferKind.HEAP, Cuts.every(bytes, piece)));
  }

  /** A byte order mark counts to the first line, even to one without a char. */
  @ParameterizedTest
  @CsvSource({"1", "2", "99"})
  void aMarkMayPassTheBound(int piece) {
    byte[] bytes = HexFormat.of().parseHex("EFBBBF0A610A");
    LineSpec lines = LineSpec.of(LineBreaks.LF_ONLY).onTooLong(TooLongPolicy.DISCARD);
    assertThat(read(Stages.lines(SKIPPING, lines.maxBytes(3)), bytes, piece))
        .containsExactly("", "a");
    assertThat(read(Stages.lines(SKIPPING, lines.maxBytes(2)), bytes, piece)).containsExactly("a");
  }

  /** What begins a delimiter may be longer than a window. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aDelimiterThatIsLongerThanAWindow(BufferKind kind) {
    String delimiter = "<" + "x".repeat(12_000) + ">";
    byte[] bytes = ("a" + delimiter + "b" + delimiter).getBytes(UTF_8);
    for (int piece : new int[] {9_500, 99_999}) {
      assertThat(
              Splitting.parts(
                  Splitting.run(
                      Stages.records(SKIPPING, RecordSpec.delimitedBy(delimiter)),
                      kind,
                      Cuts.every(bytes, piece))))
          .containsExactly("a", "b");
    }
  }

  /** LF begins a delimiter, or is one that others go on from. */
  @ParameterizedTest
  @CsvSource({"1", "2", "99"})
  void delimitersThatBeginWithALineFeed(int piece) {
    byte[] bytes = "a\nb\n\nc\n\r\nd".getBytes(UTF_8);
    assertThat(read(Stages.records(SKIPPING, RecordSpec.delimitedBy("\n\n")), bytes, piece))
        .containsExactly("a\nb", "c\n\r\nd");
    RecordSpec some = RecordSpec.delimitedBy("\n", "\n\n", "\n\r\n");
    assertThat(read(Stages.records(SKIPPING, some), bytes, piece))
        .containsExactly("a", "b", "c", "d");
  }

  /** Units are looked up in a table up to 00FF. */
  @ParameterizedTest
  @CsvSource({"\u00FE", "\u00FF", "\u0100", "\u0101"})
  void delimitersAtTheEndOfTheTable(String delimiter) {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16LE, TextEncoding.UTF_32BE)) {
      byte[] bytes = ReferenceEncoder.encode(encoding, "a\u0100\u00FF\u0101b\u00FEc");
      String[] parts = "a\u0100\u00FF\u0101b\u00FEc".split(delimiter);
      assertThat(
              read(
                  Stages.records(DecoderSpec.of(encoding), RecordSpec.delimitedBy(delimiter)),
                  bytes,
                  3))
          .containsExactly(parts);
    }
  }

  /** A line too long to be joined to a String begins after another in its piece. */
  @ParameterizedTest
  @CsvSource({"x", "\u00E9"})
  void aLongLineBeginsWithinAPiece(String some) {
    String line = "0123456789".repeat(80) + some;
    byte[] bytes = ("abc\n" + line + "\nd").getBytes(UTF_8);
    assertThat(
            read(Stages.lines(SKIPPING, LineSpec.of(LineBreaks.LF_ONLY)), bytes, bytes.length - 10))
        .containsExactly("abc", line, "d");
  }

  /** Whatever the cut, a stream that fails at a bound is read up to the char that passes it. */
  @ParameterizedTest
  @CsvSource({"1", "3", "99"})
  void noMoreIsReadThanPassesTheBound(int piece) {
    AtomicLong read = new AtomicLong();
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .listener((encoding, bytes, chars, ill) -> read.addAndGet(bytes));
    Outcome outcome =
        Splitting.run(
            Stages.lines(spec, LineSpec.of(LineBreaks.LF_ONLY).maxChars(3)),
            BufferKind.HEAP,
            Cuts.every("a\nbcdefgh\nij".getBytes(UTF_8), piece));
    assertThat(outcome.failure()).isInstanceOf(TooLongLineException.class);
    assertThat(read).hasValue(6);
  }

  /** The first byte of an LF is kept, not the array that it came in. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READ_ONLY")
  void halfALineFeedBeforeASwitch(BufferKind kind) {
    ByteStage<String> stage =
        Stages.lines(DecoderSpec.of(TextEncoding.UTF_16LE), LineSpec.of(LineBreaks.ANY));
    assertThat(stage.offerAndPoll(kind.of("a\r".getBytes(UTF_16LE)))).isEqualTo("a");
    stage.switchTo(DecoderSpec.of(TextEncoding.UTF_8));
    ByteBuffer half = kind.of(new byte[] {'\n'});
    assertThat(stage.offerAndPoll(half)).isNull();
    half.put(half.position() - 1, (byte) 'x');
    assertThat(stage.offerAndPoll(kind.of(new byte[] {0, 'b', '\n'}))).isEqualTo("b");
  }
}
