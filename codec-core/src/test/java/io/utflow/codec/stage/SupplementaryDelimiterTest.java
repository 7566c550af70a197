/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A delimiter with several characters above U+FFFF, begun and not ended: places and hand-over. */
class SupplementaryDelimiterTest {
  private static final List<String> WORDS = List.of("\uD83D\uDE00", "\uD83D\uDE01", "x");
  private static final int MOST_WORDS = 4;
  private static final RecordSpec RECORDS =
      RecordSpec.delimitedBy("\uD83D\uDE00\uD83D\uDE00x", "\uD83D\uDE01\uD83D\uDE00\uD83D\uDE01x")
          .keepDelimiter(true);

  @ParameterizedTest
  @FieldSource("io.utflow.codec.testing.Encodings#FIXED")
  void recordsStandWhereTheirBytesAre(TextEncoding encoding) {
    ReferenceSplitter splitter = ReferenceSplitter.of(RECORDS.delimiters());
    for (String text : texts()) {
      byte[] bytes = ReferenceEncoder.encode(encoding, text);
      List<String> expected = new ArrayList<>();
      for (ReferenceSplitter.Part part : splitter.split(text)) {
        int begin = ReferenceEncoder.encode(encoding, text.substring(0, part.offset())).length;
        int length = ReferenceEncoder.encode(encoding, part.text()).length;
        expected.add(part.text() + part.terminator() + "@" + begin + "-" + (begin + length));
      }
      for (List<byte[]> cut :
          List.of(Cuts.bytewise(bytes), Cuts.every(bytes, 8), Cuts.every(bytes, 12))) {
        for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
          ByteStage<LocatedLine> stage = Stages.locatedRecords(DecoderSpec.of(encoding), RECORDS);
          List<String> read = new ArrayList<>();
          cut.forEach(piece -> read(stage, kind, piece, read));
          stage.endOfInput();
          drain(stage, read);
          assertThat(read).as("%s of %s", Cuts.describe(cut), text).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @FieldSource("io.utflow.codec.testing.Encodings#FIXED")
  void whatIsNoRecordIsHandedOver(TextEncoding encoding) {
    for (String text : texts()) {
      byte[] bytes = ReferenceEncoder.encode(encoding, text);
      for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
        ByteStage<LocatedLine> stage = Stages.locatedRecords(DecoderSpec.of(encoding), RECORDS);
        List<String> read = new ArrayList<>();
        Cuts.every(bytes, 8).forEach(piece -> read(stage, kind, piece, read));
        int records = 0;
        for (String record : read) {
          String delivered = record.substring(0, record.indexOf('@'));
          records += ReferenceEncoder.encode(encoding, delivered).length;
        }
        assertThat(stage.takeUndelivered())
            .as("%s behind %s", text, read)
            .isEqualTo(java.util.Arrays.copyOfRange(bytes, records, bytes.length));
      }
    }
  }

  private static void read(
      ByteStage<LocatedLine> stage, BufferKind kind, byte[] piece, List<String> read) {
    stage.offer(kind.of(piece));
    drain(stage, read);
  }

  private static void drain(ByteStage<LocatedLine> stage, List<String> read) {
    for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      read.add(line.text() + "@" + line.begin() + "-" + line.textEnd());
    }
  }

  /** All texts of up to so many words. */
  private static List<String> texts() {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int from = 0, words = 0; words < MOST_WORDS; words++) {
      int to = texts.size();
      for (String text : List.copyOf(texts.subList(from, to))) {
        WORDS.forEach(word -> texts.add(text + word));
      }
      from = to;
    }
    return texts;
  }
}
