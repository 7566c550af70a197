/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a split begins to read and ends, what is refused, and what the head of a file tells. */
class FileSplitTest {
  private static final DecoderSpec SPEC = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LF = LineSpec.of(LineBreaks.LF_ONLY);

  private static List<String> lines(FileSplit<LocatedLine> split, byte[] file, int size) {
    List<LocatedLine> lines = new ArrayList<>();
    assertThat(Splits.read(split, file, size, BufferKind.HEAP, lines::add)).isNull();
    return Splits.places(lines);
  }

  // Where it reads.

  @Test
  void readsAsManyBytesEarlierAsTheLongestTerminatorHas() {
    assertThat(Stages.splitLines(SPEC, LF, 100, 200).readFrom()).isEqualTo(99);
    LineSpec unicode = LineSpec.of(LineBreaks.UNICODE);
    assertThat(Stages.splitLines(SPEC, unicode, 100, 200).readFrom()).isEqualTo(97);
    DecoderSpec utf16 = DecoderSpec.of(TextEncoding.UTF_16LE);
    assertThat(Stages.splitLines(utf16, unicode, 101, 200).readFrom()).isEqualTo(96);
    RecordSpec records = RecordSpec.delimitedBy("<record>");
    assertThat(Stages.splitRecords(SPEC, records, 100, 200).readFrom()).isEqualTo(92);
    assertThat(Stages.splitRecords(SPEC, records, 5, 200).readFrom()).isZero();
    assertThat(Stages.splitLines(SPEC, LF, 0, 200).readFrom()).isZero();
  }

  /** Before its first byte as behind its last: a split never asks for a mark. */
  @Test
  void itsEncodingIsKnown() {
    for (TextEncoding encoding :
        List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE, TextEncoding.UTF_32BE)) {
      DecoderSpec spec = DecoderSpec.of(encoding);
      for (FileSplit<?> split :
          List.of(
              Stages.splitLines(spec, LF, 0, 8),
              Stages.splitLines(spec, LF, 8, 16),
              Stages.splitRecords(spec, RecordSpec.delimitedBy("|"), 8, 16))) {
        assertThat(split.resolvedEncoding()).contains(encoding);
        split.offer(ByteBuffer.wrap(new byte[16 - (int) split.readFrom()]));
        split.endOfInput();
        while (split.poll() != null) {
          assertThat(split.resolvedEncoding()).contains(encoding);
        }
        assertThat(split.resolvedEncoding()).contains(encoding);
      }
    }
  }

  @Test
  void isCompleteAsSoonAsItsLastLineHasEnded() {
    FileSplit<LocatedLine> split = Stages.splitLines(SPEC, LineSpec.of(LineBreaks.ANY), 0, 3);
    split.offer(ByteBuffer.wrap("ab\ncd\r".getBytes(UTF_8)));
    assertThat(split.poll().text()).isEqualTo("ab");
    assertThat(split.poll()).isNull();
    assertThat(split.isComplete()).isTrue();
    FileSplit<LocatedLine> second = Stages.splitLines(SPEC, LineSpec.of(LineBreaks.ANY), 3, 4);
    ByteBuffer input = ByteBuffer.wrap("ab\ncd\r".getBytes(UTF_8)).position(1);
    assertThat(second.readFrom()).isEqualTo(1);
    second.offer(input);
    assertThat(second.poll()).isNull();
    assertThat(second.isComplete()).as("an LF may follow").isFalse();
    second.offer(ByteBuffer.wrap("\nx".getBytes(UTF_8)));
    LocatedLine line = second.poll();
    assertThat(line).isNotNull();
    assertThat(line.text()).isEqualTo("cd");
    assertThat(line.next()).isEqualTo(new LinePosition(7, false));
    assertThat(second.poll()).isNull();
    assertThat(second.isComplete()).isTrue();
  }

  /** The longest is longer than what is searched at once. */
  @ParameterizedTest
  @ValueSource(ints = {4095, 4096, 4097, 10_000})
  void theEndMayBeSaidBeforeAnythingIsPolled(int length) {
    String delimiter = "b" + "a".repeat(length - 1);
    byte[] file = ("x" + delimiter + "yy" + delimiter + "zzz").getBytes(UTF_8);
    List<String> records = new ArrayList<>();
    for (long begin : new long[] {0, 3}) {
      FileSplit<LocatedLine> split =
          Stages.splitRecords(
              SPEC, RecordSpec.delimitedBy(delimiter), begin, begin == 0 ? 3 : file.length);
      int from = (int) split.readFrom();
      split.offer(ByteBuffer.wrap(file, from, file.length - from));
      split.endOfInput();
      for (LocatedLine record = split.poll(); record != null; record = split.poll()) {
        records.add(record.text());
      }
    }
    assertThat(records).containsExactly("x", "yy", "zzz");
  }

  @Test
  void aSplitInWhichNoLineBeginsYieldsNothing() {
    byte[] file = "a long line\nb\n".getBytes(UTF_8);
    assertThat(lines(Stages.splitLines(SPEC, LF, 3, 12), file, 4)).isEmpty();
    assertThat(lines(Stages.splitLines(SPEC, LF, 3, 13), file, 4)).containsExactly("b@12-13");
    assertThat(lines(Stages.splitLines(SPEC, LF, 14, 20), file, 4)).isEmpty();
    FileSplit<LocatedLine> empty = Stages.splitLines(SPEC, LF, 12, 12);
    assertThat(empty.isComplete()).isTrue();
    assertThat(lines(empty, file, 4)).isEmpty();
    assertThat(lines(Stages.splitLines(SPEC, LF, 0, Long.MAX_VALUE), file, 4)).hasSize(2);
  }

  @Test
  void unitsAreWhereTheyAreInTheFile() {
    // U+0100 U+0A00 in big-endian order holds 00 0A across two characters.
    byte[] file = {1, 0, 0x0A, 0, 0, 'a', 0, 0x0A, 0, 'b'};
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_16BE);
    for (int begin = 1; begin <= 8; begin++) {
      assertThat(lines(Stages.splitLines(spec, LF, begin, 100), file, 1)).containsExactly("b@8-10");
    }
  }

  /** The only delimiter begins with a unit above those of Latin-1. */
  @Test
  void aDelimiterOfAWideUnit() {
    RecordSpec records = RecordSpec.delimitedBy("\u4E2D");
    for (TextEncoding encoding :
        List.of(TextEncoding.UTF_16LE, TextEncoding.UTF_16BE, TextEncoding.UTF_32LE)) {
      DecoderSpec spec = DecoderSpec.of(encoding);
      byte[] file = ReferenceEncoder.encode(encoding, "a\u4E2Db\u4E2D\u4E2Ec");
      int second = file.length * 2 / 6;
      int third = file.length * 4 / 6;
      for (int at = 0; at <= file.length; at++) {
        List<String> expected = new ArrayList<>(List.of("a", "b", "\u4E2Ec"));
        int begun = (at > 0 ? 1 : 0) + (at > second ? 1 : 0) + (at > third ? 1 : 0);
        expected.subList(begun, 3).clear();
        List<String> texts = new ArrayList<>();
        FileSplit<LocatedLine> split = Stages.splitRecords(spec, records, 0, at);
        Splits.read(split, file, 3, BufferKind.HEAP, record -> texts.add(record.text()));
        assertThat(texts).as("%s before %d", encoding, at).isEqualTo(expected);
      }
    }
  }

  @Test
  void laterMarksAreText() {
    byte[] file = "\uFEFFa\n\uFEFFb\n".getBytes(UTF_8);
    DecoderSpec spec = SPEC.bom(BomPolicy.REQUIRE);
    assertThat(lines(Stages.splitLines(spec, LF, 0, 2), file, 3)).containsExactly("a@0-4");
    assertThat(lines(Stages.splitLines(spec, LF, 2, 20), file, 3)).containsExactly("\uFEFFb@5-9");
  }

  @Test
  void handsOverWhatItHasNotYielded() {
    FileSplit<LocatedLine> split = Stages.splitLines(SPEC, LF, 2, 100);
    split.offer(ByteBuffer.wrap("b\nc\nd\ne".getBytes(UTF_8)));
    assertThat(split.poll().text()).isEqualTo("c");
    assertThat(split.takeUndelivered()).isEqualTo("d\ne".getBytes(UTF_8));
    FileSplit<LocatedLine> searching = Stages.splitLines(SPEC, LF, 2, 100);
    searching.offer(ByteBuffer.wrap("bcd".getBytes(UTF_8)));
    assertThat(searching.poll()).isNull();
    assertThat(searching.takeUndelivered()).isEmpty();
  }

  // What is refused.

  @Test
  void refusesWhatCannotBeTold() {
    assertThatThrownBy(() -> Stages.splitLines(DecoderSpec.of(TextEncoding.UTF_16), LF, 0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("UTF-16 has no byte order")
        .hasMessageContaining("TextHead");
    assertThatThrownBy(() -> Stages.splitLines(SPEC.bom(BomPolicy.SNIFF), LF, 0, 1))
        .hasMessageContaining("TextHead");
    assertThatThrownBy(() -> Stages.splitLines(SPEC.startingAt(7), LF, 7, 9))
        .hasMessageContaining("spec of the whole file");
    assertThatThrownBy(() -> Stages.splitLines(SPEC, LF, 2, 1)).hasMessageContaining("[2, 1)");
    assertThatThrownBy(() -> Stages.splitLines(SPEC, LF, -1, 1)).hasMessageContaining("[-1, 1)");
    assertThatThrownBy(
            () -> Stages.splitLines(SPEC.onMalformed(MalformedPolicy.replaceWith("\n")), LF, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                Stages.splitLines(
                    DecoderSpec.of(UnicodeVariants.CESU_8), LineSpec.of(LineBreaks.UNICODE), 0, 1))
        .hasMessageContaining("in CESU-8 the bytes of a delimiter")
        .hasMessageContaining("LF_OR_CRLF");
  }

  @ParameterizedTest
  @ValueSource(strings = {"||", "\r\n\r\n", "aba", "\uFEFF", "\uFEFFx"})
  void refusesDelimitersThatOverlap(String delimiter) {
    assertThatThrownBy(() -> Stages.splitRecords(SPEC, RecordSpec.delimitedBy(delimiter), 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("read the file from its start");
  }

  @Test
  void refusesDelimitersThatOverlapOthers() {
    RecordSpec crossing = RecordSpec.delimitedBy("a\r\n", "\r\n\n");
    assertThatThrownBy(() -> Stages.splitRecords(SPEC, crossing, 0, 1))
        .hasMessageContaining("ends as");
    RecordSpec nested = RecordSpec.delimitedBy("\r\n", "\n", "<x>", "x");
    assertThat(Stages.splitRecords(SPEC, nested, 0, 1)).isNotNull();
  }

  @NeedsCharsets
  @Test
  void charsetsAreSplitWhereLinesStandAlone() {
    for (String name : List.of("Shift_JIS", "GB18030", "EUC-JP", "windows-1252", "Big5")) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(name));
      for (LineBreaks breaks :
          List.of(LineBreaks.LF_OR_CRLF, LineBreaks.LF_ONLY, LineBreaks.CRLF)) {
        assertThat(Stages.splitLines(spec, LineSpec.of(breaks), 5, 9)).as(name).isNotNull();
      }
    }
    DecoderSpec shiftJis = DecoderSpec.of(TextEncoding.forName("Shift_JIS"));
    assertThatThrownBy(() -> Stages.splitRecords(shiftJis, RecordSpec.delimitedBy("|"), 0, 1))
        .hasMessageContaining("in Shift_JIS the bytes of a delimiter");
    for (String name : List.of("ISO-2022-JP", "SCSU", "HZ-GB-2312")) {
      assertThatThrownBy(
              () -> Stages.splitLines(DecoderSpec.of(TextEncoding.forName(name)), LF, 0, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(name + " has state");
    }
  }

  // The head of a file.

  @ParameterizedTest
  @EnumSource
  void theHeadTellsHowAllOfAFileIsRead(BomPolicy policy) {
    byte[][] files = {
      {(byte) 0xFF, (byte) 0xFE, 'a', 0, '\n', 0, 'b', 0},
      {(byte) 0xFE, (byte) 0xFF, 0, 'a', 0, '\n'},
      {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'a', '\n', 'b'},
      {(byte) 0xFF, (byte) 0xFE, 0, 0, 'a', 0, 0, 0},
      {'a', 0},
      {(byte) 0xFF},
      {}
    };
    for (TextEncoding encoding : Encodings.ALL) {
      DecoderSpec spec = DecoderSpec.of(encoding).bom(policy);
      for (byte[] file : files) {
        DecoderSpec resolved = TextHead.of(spec, ByteBuffer.wrap(file)).spec();
        List<LocatedLine> expected = new ArrayList<>();
        List<LocatedLine> found = new ArrayList<>();
        Throwable failure = Splits.readAll(Stages.locatedLines(spec, LF), file, expected::add);
        Throwable alike =
            Splits.read(
                Stages.splitLines(resolved, LF, 0, Long.MAX_VALUE),
                file,
                8,
                BufferKind.HEAP,
                found::add);
        assertThat(found).as("%s %s", spec, resolved).isEqualTo(expected);
        assertThat(alike == null).as("%s %s", spec, resolved).isEqualTo(failure == null);
      }
    }
  }

  @Test
  void theHeadTellsWhereTextBegins() {
    byte[] marked = "\uFEFFa".getBytes(UTF_16LE);
    TextHead head = TextHead.of(DecoderSpec.of(TextEncoding.UTF_16), ByteBuffer.wrap(marked));
    assertThat(head.spec().encoding()).isEqualTo(TextEncoding.UTF_16LE);
    assertThat(head.textBegin()).isEqualTo(2);
    DecoderSpec keeping = DecoderSpec.of(TextEncoding.UTF_16).bom(BomPolicy.KEEP);
    assertThat(TextHead.of(keeping, ByteBuffer.wrap(marked)).textBegin()).isZero();
    byte[] unmarked = "abcd".getBytes(ISO_8859_1);
    DecoderSpec sniffing = SPEC.bom(BomPolicy.SNIFF);
    assertThat(TextHead.of(sniffing, ByteBuffer.wrap(unmarked)))
        .isEqualTo(new TextHead(SPEC.bom(BomPolicy.KEEP), 0));
    assertThatThrownBy(() -> TextHead.of(SPEC.startingAt(1), ByteBuffer.wrap(unmarked)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
