/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds in bytes, refusals and records of chars where shifts stand between characters: those
 * before a character count for its line, those before a terminator do not.
 */
class BoundedLinesTest {
  private static DecoderSpec spec(String name) {
    return DecoderSpec.of(TextEncoding.forName(name)).onMalformed(MalformedPolicy.REPORT);
  }

  private static void assertYields(
      Supplier<ByteStage<LocatedLine>> stages, String hex, List<String> expected) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    List<List<byte[]>> cuts = new ArrayList<>(List.of(Cuts.whole(bytes), Cuts.bytewise(bytes)));
    for (int at = 1; at < bytes.length; at++) {
      cuts.add(Cuts.inTwo(bytes, at));
    }
    for (List<byte[]> cut : cuts) {
      for (BufferKind kind : BufferKind.values()) {
        assertThat(read(stages.get(), cut, kind)).as(Cuts.describe(cut)).isEqualTo(expected);
      }
    }
  }

  private static List<String> read(
      ByteStage<LocatedLine> stage, List<byte[]> pieces, BufferKind kind) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i <= pieces.size(); i++) {
      if (i < pieces.size()) {
        stage.offer(kind.of(pieces.get(i)));
      } else {
        stage.endOfInput();
      }
      LocatedLine line;
      while ((line = stage.poll()) != null) {
        lines.add(line.text() + "@" + line.begin() + "-" + line.textEnd());
      }
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({
    "ISO-2022-JP, 7, \u3042\u3042",
    "ISO-2022-JP, 6, \u3042",
    "ISO-2022-JP, 5, \u3042",
    "ISO-2022-JP, 4, ''",
    "web-ISO-2022-JP, 7, \u3042\u3042",
    "web-ISO-2022-JP, 6, \u3042",
  })
  void shiftsOfLines(String name, int maxBytes, String first) {
    LineSpec lines =
        LineSpec.of(LineBreaks.LF_OR_CRLF).maxBytes(maxBytes).onTooLong(TooLongPolicy.TRUNCATE);
    assertYields(
        () -> Stages.locatedLines(spec(name), lines),
        "1B2442" + "24222422" + "1B2842" + "0A" + "61" + "0A",
        List.of(first + "@0-7", "a@11-12"));
  }

  @ParameterizedTest
  @CsvSource({"5, \u3042\u3042", "4, \u3042", "3, \u3042", "2, ''"})
  void shiftsOfRecords(int maxBytes, String first) {
    RecordSpec records =
        RecordSpec.delimitedBy("A").maxBytes(maxBytes).onTooLong(TooLongPolicy.TRUNCATE);
    assertYields(
        () -> Stages.locatedRecords(spec("IBM930"), records),
        "0E" + "44814481" + "0F" + "C1" + "C2C2" + "C1",
        List.of(first + "@0-5", "BB@7-9"));
  }

  @Test
  void aRefusedLineLeavesTheShiftsToTheNext() {
    LineSpec lines =
        LineSpec.of(LineBreaks.LF_OR_CRLF)
            .refused(line -> line.byteLength() + " bytes, " + line.sequence().byteOffset());
    assertYields(
        () -> Stages.locatedLines(spec("ISO-2022-JP"), lines),
        "1B2442" + "2422FF" + "1B2842" + "0A" + "61" + "0A",
        List.of("6 bytes, 5@0-6", "a@10-11"));
  }

  /** Shifts go on across the records. */
  @Test
  void recordsOfChars() {
    assertYields(
        () -> Stages.locatedRecords(spec("IBM930"), RecordSpec.ofChars(2)),
        "C1" + "0E" + "4481" + "44814481" + "0F" + "C1C2",
        List.of("A\u3042@0-4", "\u3042\u3042@4-8", "AB@8-11"));
  }

  /** Of the second of two characters that one sequence is, no byte is left. */
  @Test
  void aRecordOfCharsEndsInsideASequenceBeforeASwitch() {
    for (BufferKind kind : BufferKind.values()) {
      ByteStage<LocatedLine> stage = Stages.locatedRecords(spec("web-Big5"), RecordSpec.ofChars(1));
      stage.offer(kind.of(HexFormat.of().parseHex("886241")));
      assertThat(stage.poll().text()).isEqualTo("\u00CA");
      stage.switchTo(spec("UTF-8"));
      List<LocatedLine> rest = new ArrayList<>();
      for (LocatedLine next = stage.poll(); next != null; next = stage.poll()) {
        rest.add(next);
      }
      assertThat(rest).extracting(LocatedLine::text).containsExactly("\u0304", "A");
      assertThat(rest).extracting(LocatedLine::begin).containsExactly(2L, 2L);
    }
  }
}
