/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The splits of engines, each of which looks at the head of the file for itself. */
class FileDecodingTest {
  private static final LineSpec ANY = LineSpec.of(LineBreaks.ANY);
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec LATIN = DecoderSpec.of(TextEncoding.forName("ISO-8859-1"));

  @TempDir private Path folder;

  private static List<String> all(FileSplitReader<LocatedLine> reader) throws IOException {
    List<String> lines = new ArrayList<>();
    try (reader) {
      for (LocatedLine line = reader.next(); line != null; line = reader.next()) {
        lines.add(line.begin() + " " + line.text());
      }
    }
    return lines;
  }

  /** As an engine reads one split: by the head, then from where the split begins. */
  private static List<String> split(FileDecoding decoding, byte[] file, int begin, int end)
      throws IOException {
    FileRecords.Head head = decoding.lines(ANY).head(new ByteArrayInputStream(file));
    assertThat(head.length()).isEqualTo(Math.min(decoding.lines(ANY).headBytes(), file.length));
    FileSplit<LocatedLine> split = decoding.lines(ANY).split(head, begin, end);
    int from = (int) split.readFrom();
    InputStream rest = new ByteArrayInputStream(file);
    rest.skipNBytes(Math.max(from, head.length()));
    InputStream bytes = from < head.length() ? head.followedBy(rest, from) : rest;
    return all(FileSplitReader.of(split, bytes));
  }

  /** L11, and what one machine reads. */
  @ParameterizedTest
  @CsvSource({
    "UTF-8, ''",
    "UTF-8, mark",
    "UTF-16LE, ''",
    "UTF-16LE, mark",
    "UTF-16BE, ''",
    "UTF-32LE, ''",
    "UTF-32BE, mark",
    "ISO-8859-1, ''"
  })
  void theSplitsAgreeWithEachOtherAndWithTextFile(String name, String mark) throws IOException {
    String text = "gr\u00FC\u00DFe\r\n\u00E9t\u00E9\n\rlast, ".repeat(12);
    byte[] file =
        EncoderSpec.of(TextEncoding.forName(name)).encode((mark.isEmpty() ? "" : "\uFEFF") + text);
    Path path = Files.write(folder.resolve("text"), file);
    Detection detection = Detection.auto(LATIN.bom(BomPolicy.SNIFF));
    FileDecoding decoding = FileDecoding.of(detection);
    decoding.lines(ANY).requireFits();
    assertThat(decoding.lines(ANY).canSplit()).isTrue();
    List<String> expected;
    try (TextFile opened = TextFile.open(path, detection);
        Stream<LocatedLine> lines = opened.lines(ANY)) {
      assertThat(opened.spec().encoding().name()).isEqualTo(name);
      expected = lines.map(line -> line.begin() + " " + line.text()).toList();
    }
    assertThat(expected.get(0)).isEqualTo("0 gr\u00FC\u00DFe");
    for (int length : new int[] {1, 3, 7, 50, file.length}) {
      List<String> found = new ArrayList<>();
      for (int begin = 0; begin < file.length; begin += length) {
        found.addAll(split(decoding, file, begin, Math.min(begin + length, file.length)));
      }
      assertThat(found).isEqualTo(expected);
    }
    assertThat(all(decoding.lines(ANY).wholeFile(new ByteArrayInputStream(file))))
        .isEqualTo(expected);
  }

  /** The head is the same as that of TextFile, to the byte. */
  @Test
  void theHeadEndsWhereThatOfTextFileEnds() throws IOException {
    for (int ascii : new int[] {4094, 4095, 4096}) {
      for (String end : List.of("\u00C3", "\u00C3\u00A9", "\u00FC")) {
        byte[] file = EncoderSpec.of(LATIN.encoding()).encode("a".repeat(ascii) + end);
        Path path = Files.write(folder.resolve("head"), file);
        Detection detection = Detection.auto(LATIN);
        try (TextFile opened = TextFile.open(path, detection.window(4096))) {
          FileRecords.Head head =
              FileDecoding.of(detection.window(4096))
                  .lines(ANY)
                  .head(new ByteArrayInputStream(file));
          assertThat(head.spec()).isEqualTo(opened.spec());
        }
      }
    }
  }

  /** It looks at all of a file. */
  @Test
  void theWindowMayBeTheLargestNumber() throws IOException {
    FileDecoding decoding = FileDecoding.of(Detection.auto(LATIN).window(Integer.MAX_VALUE));
    assertThat(decoding.lines(ANY).headBytes()).isEqualTo(Integer.MAX_VALUE);
    byte[] file = EncoderSpec.of(LATIN.encoding()).encode("a".repeat(10_000) + "\u00FC\nb");
    assertThat(decoding.lines(ANY).head(new ByteArrayInputStream(file)).spec().encoding())
        .isEqualTo(LATIN.encoding());
  }

  @Test
  void aSpecReadsNoMoreThanItHasTo() throws IOException {
    FileDecoding resolved = FileDecoding.of(LATIN);
    assertThat(resolved.lines(ANY).headBytes()).isZero();
    assertThat(resolved.lines(ANY).canSplit()).isTrue();
    FileDecoding marked = FileDecoding.of(DecoderSpec.of(TextEncoding.UTF_16));
    assertThat(marked.lines(ANY).headBytes()).isEqualTo(4);
    assertThat(marked.lines(ANY).canSplit()).isTrue();
    assertThat(
            FileDecoding.of(DecoderSpec.of(TextEncoding.forName("ISO-2022-JP")))
                .lines(ANY)
                .canSplit())
        .isFalse();
    byte[] file = {(byte) 0xFF, (byte) 0xFE, 'a', 0, '\n', 0, 'b', 0};
    assertThat(split(resolved, file, 3, 8)).containsExactly("5 \0b\0");
    assertThat(split(marked, file, 0, 8)).containsExactly("0 a", "6 b");
    assertThat(all(marked.lines(ANY).wholeFile(new ByteArrayInputStream(file))))
        .containsExactly("0 a", "6 b");
  }

  @Test
  void eachSplitTellsTheObserver() throws IOException {
    List<Detected> told = new ArrayList<>();
    FileDecoding decoding = FileDecoding.of(Detection.auto(LATIN).observer(told::add));
    decoding.lines(ANY).requireFits();
    decoding.lines(ANY).canSplit();
    assertThat(told).isEmpty();
    byte[] file = {'a', '\n', (byte) 0xFC};
    split(decoding, file, 0, 2);
    split(decoding, file, 2, 3);
    assertThat(told).hasSize(2).allMatch(found -> found.encoding() == LATIN.encoding());
    assertThat(decoding.toString()).contains("ISO-8859-1");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    for (DecoderSpec spec : List.of(UTF_8.startingAt(4), UTF_8.countingFrom(4))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FileDecoding.of(spec).lines(ANY).requireFits())
          .withMessageContaining("leave out startingAt");
    }
    for (Detection late :
        List.of(
            Detection.unmarkedElse(UTF_8.startingAt(4)),
            Detection.auto(LATIN.countingFrom(5)),
            Detection.by(bytes -> Optional.empty(), UTF_8.countingFrom(5)))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FileDecoding.of(late).lines(ANY).requireFits())
          .withMessageContaining("leave out startingAt");
    }
  }

  @Test
  void aSettingIsANameOrAuto() throws Exception {
    EncodingSetting auto = EncodingSetting.forName("auto");
    EncodingSetting legacy = EncodingSetting.forName("AUTO:latin1");
    EncodingSetting named = EncodingSetting.forName("latin1");
    assertThat(auto.isAuto()).isTrue();
    assertThat(auto.encoding()).isEqualTo(TextEncoding.UTF_8);
    assertThat(auto.bom()).isEqualTo(BomPolicy.SNIFF);
    assertThat(auto).hasToString("auto").isEqualTo(EncodingSetting.of(TextEncoding.UTF_8).auto());
    assertThat(legacy).hasToString("auto:ISO-8859-1").isEqualTo(named.auto()).isNotEqualTo(auto);
    assertThat(named).hasToString("ISO-8859-1").isNotEqualTo(legacy).isNotEqualTo("ISO-8859-1");
    assertThat(named.isAuto()).isFalse();
    assertThat(named.bom()).isEqualTo(BomPolicy.PER_ENCODING);
    assertThat(named).hasSameHashCodeAs(EncodingSetting.of(LATIN.encoding()));
    assertThat(named.decoding(LATIN)).hasToString("ISO-8859-1");
    assertThat(legacy.decoding(LATIN)).hasToString(Detection.auto(LATIN).toString());
    for (String wrong : List.of("auto:", "auto:UTF-61", "automatic", "")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> EncodingSetting.forName(wrong))
          .withMessageContaining(wrong.substring(wrong.indexOf(":") + 1));
    }
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
      out.writeObject(legacy);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(legacy);
    }
  }
}
