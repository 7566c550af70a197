/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.RecordsToSplit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of files: by all threads of {@link TextFile}, and in the splits of engines. */
class FileRecordsTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  @TempDir private Path folder;

  private static List<String> all(FileSplitReader<LocatedLine> reader) throws IOException {
    List<String> records = new ArrayList<>();
    try (reader) {
      for (LocatedLine record = reader.next(); record != null; record = reader.next()) {
        records.add(record.begin() + " " + record.text());
      }
    }
    return records;
  }

  /** As an engine reads one split. */
  private static List<String> split(FileRecords records, byte[] file, int begin, int end)
      throws IOException {
    FileRecords.Head head = records.head(new ByteArrayInputStream(file));
    assertThat(records.canSplit(head)).isTrue();
    var split = records.split(head, begin, end);
    InputStream rest = new ByteArrayInputStream(file);
    rest.skipNBytes(split.readFrom());
    return all(FileSplitReader.of(split, rest));
  }

  private static List<String> of(Stream<LocatedLine> records) {
    try (records) {
      return records.map(record -> record.begin() + " " + record.text()).toList();
    }
  }

  @Test
  void splitsHaveTheRecordsOfTheFileAndOfTextFile() throws IOException {
    int split = 0;
    for (RecordsToSplit file : RecordsToSplit.all()) {
      List<String> expected = file.located();
      RecordSpec spec = RecordSetting.parse(file.setting()).spec(65_536, TooLongPolicy.FAIL);
      assertThat(spec).isEqualTo(file.records());
      Path path = Files.write(folder.resolve("file"), file.bytes());
      FileRecords records =
          FileDecoding.of(DecoderSpec.of(file.encoding()).bom(file.bom())).records(spec);
      records.requireFits();
      assertThat(all(records.wholeFile(new ByteArrayInputStream(file.bytes()))))
          .as("%s", file)
          .isEqualTo(expected);
      try (TextFile opened = TextFile.open(path, file.encoding())) {
        for (int length : new int[] {1, 2, 3, 7, 16}) {
          assertThat(of(opened.splitBytes(length).records(spec)))
              .as("%s by %s", file, length)
              .isEqualTo(expected);
          if (records.canSplit()) {
            split++;
            List<String> found = new ArrayList<>();
            for (int begin = 0; begin < file.bytes().length; begin += length) {
              int end = Math.min(begin + length, file.bytes().length);
              found.addAll(split(records, file.bytes(), begin, end));
            }
            assertThat(found).as("%s by %s", file, length).isEqualTo(expected);
          }
        }
      }
    }
    assertThat(split).isGreaterThan(100);
  }

  /** A length fits each encoding that may be found; a delimiter has to be in each. */
  @Test
  void recordsInAnEncodingThatIsFoundOut() throws IOException {
    FileDecoding auto = FileDecoding.of(Detection.auto(UTF_8));
    byte[] file =
        EncoderSpec.of(TextEncoding.UTF_16LE).encode("\u4E00\u3001\u6982\u8FF0|ab cd|".repeat(4));
    FileRecords delimited = auto.records(RecordSpec.delimitedBy("|"));
    delimited.requireFits();
    assertThat(delimited.canSplit()).isTrue();
    List<String> expected = all(delimited.wholeFile(new ByteArrayInputStream(file)));
    assertThat(expected).hasSize(8).startsWith("0 \u4E00\u3001\u6982\u8FF0", "10 ab cd");
    List<String> found = new ArrayList<>(split(delimited, file, 0, 13));
    found.addAll(split(delimited, file, 13, file.length));
    assertThat(found).isEqualTo(expected);
    FileRecords ofBytes = auto.records(RecordSpec.ofBytes(22));
    ofBytes.requireFits();
    assertThat(ofBytes.canSplit()).isTrue();
    assertThat(all(ofBytes.wholeFile(new ByteArrayInputStream(file)))).hasSize(file.length / 22);
    assertThat(ofBytes).hasToString(auto.toString());
    FileDecoding japanese =
        FileDecoding.of(Detection.auto(DecoderSpec.of(TextEncoding.forName("Shift_JIS"))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> japanese.records(RecordSpec.delimitedBy("|")).requireFits());
    // Marks of UTF-8 and UTF-16 allow splits, and a file without one does not.
    DecoderSpec sniffed = DecoderSpec.of(TextEncoding.forName("Shift_JIS")).bom(BomPolicy.SNIFF);
    assertThat(FileDecoding.of(sniffed).records(RecordSpec.delimitedBy("|")).canSplit()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                FileDecoding.of(UTF_8.startingAt(4)).records(RecordSpec.ofBytes(1)).requireFits());
  }

  /** Each record is read alone, so the mark of the file is looked for before. */
  @Test
  void recordsOfBytesInTheByteOrderThatAMarkTells() throws IOException {
    FileRecords records =
        FileDecoding.of(DecoderSpec.of(TextEncoding.UTF_16)).records(RecordSpec.ofBytes(4));
    records.requireFits();
    assertThat(records.canSplit()).isTrue();
    byte[] file = EncoderSpec.of(TextEncoding.UTF_16LE).encode("\uFEFFabcde");
    assertThat(all(records.wholeFile(new ByteArrayInputStream(file))))
        .isEqualTo(split(records, file, 0, file.length))
        .containsExactly("0 a", "4 bc", "8 de");
    assertThat(split(records, file, 1, 8)).containsExactly("4 bc");
  }

  @Test
  void aSettingSaysWhatARecordIs() throws Exception {
    assertThat(spec("bytes:80")).isEqualTo(RecordSpec.ofBytes(80).onTooLong(TooLongPolicy.DISCARD));
    assertThat(spec("chars:7")).isEqualTo(RecordSpec.ofChars(7).onTooLong(TooLongPolicy.DISCARD));
    assertThat(spec("delimiters:\\n\\n \\r\\t\\\\ \\u001e|\\u0020"))
        .isEqualTo(
            RecordSpec.delimitedBy("\n\n", "\r\t\\", "\u001E| ")
                .maxChars(9)
                .onTooLong(TooLongPolicy.DISCARD));
    RecordSetting setting = RecordSetting.parse("chars:7,short");
    assertThat(setting)
        .hasToString("chars:7,short")
        .isEqualTo(RecordSetting.parse("chars:7,short"))
        .hasSameHashCodeAs(RecordSetting.parse("chars:7,short"))
        .isNotEqualTo(RecordSetting.parse("chars:7"))
        .isNotEqualTo("chars:7,short");
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
      out.writeObject(setting);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(setting);
    }
    for (String wrong :
        List.of(
            "",
            "80",
            "bytes:",
            "bytes:0",
            "bytes:8 0",
            "chars:-1",
            "chars:7,long",
            "delimiters:",
            "delimiters:a  b",
            "delimiters:\\x",
            "delimiters:a\\",
            "delimiters:\\u00",
            "delimiters:\\u00GG",
            "delimiters:\\uD800")) {
      assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> RecordSetting.parse(wrong));
    }
  }

  private static RecordSpec spec(String setting) {
    return RecordSetting.parse(setting).spec(9, TooLongPolicy.DISCARD);
  }
}
