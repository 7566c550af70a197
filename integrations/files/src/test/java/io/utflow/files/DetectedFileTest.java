/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file is read in the encoding that its first bytes show, by each split. */
class DetectedFileTest {
  private static final LineSpec ANY = LineSpec.of(LineBreaks.ANY);
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String TEXT =
      "\u4E00\u3001\u6982\u8FF0\n\u0442\u0435\u043A\u0441\u0442\n".repeat(60);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "UTF-8, false, WELL_FORMED_UTF_8",
    "UTF-8, true, BYTE_ORDER_MARK",
    "UTF-16LE, false, CODE_UNITS",
    "UTF-16BE, false, CODE_UNITS",
    "UTF-16LE, true, BYTE_ORDER_MARK",
    "UTF-32LE, false, CODE_UNITS",
    "UTF-32BE, true, BYTE_ORDER_MARK",
  })
  void splitsAgree(String name, boolean isMarked, Detected.Evidence why) throws IOException {
    EncoderSpec written = EncoderSpec.of(TextEncoding.forName(name));
    Path path = folder.resolve("text");
    Files.write(path, written.encode((isMarked ? "\uFEFF" : "") + TEXT));
    List<Detected> told = new ArrayList<>();
    Detection detection = Detection.unmarkedElse(UTF_8.bom(BomPolicy.SNIFF)).observer(told::add);
    try (TextFile file = TextFile.open(path, detection)) {
      assertThat(told).extracting(Detected::evidence).containsExactly(why);
      assertThat(file.spec().encoding().name()).isEqualTo(name);
      for (int bytes : new int[] {7, 100, 1 << 20}) {
        try (Stream<LocatedLine> lines = file.splitBytes(bytes).lines(ANY)) {
          assertThat(lines.map(LocatedLine::text)).containsExactlyElementsOf(TEXT.lines().toList());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        file.splitBytes(bytes).transcode(EncoderSpec.of(TextEncoding.UTF_8), out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(TEXT);
      }
    }
  }

  @Test
  void whatStandsBehindTheHeadChangesNothing() throws IOException {
    Path path = folder.resolve("late");
    DecoderSpec latin = DecoderSpec.of(TextEncoding.forName("ISO-8859-1"));
    Detection detection = Detection.utf8Else(UTF_8, latin).window(4);
    for (int ascii : new int[] {10, 4090, 4096}) {
      byte[] bytes = ("a".repeat(ascii) + "\u00E9b").getBytes(StandardCharsets.ISO_8859_1);
      Files.write(path, bytes);
      try (TextFile file = TextFile.open(path, detection)) {
        TextEncoding expected = ascii < 4096 ? latin.encoding() : TextEncoding.UTF_8;
        assertThat(file.spec().encoding()).isEqualTo(expected);
      }
    }
  }

  @Test
  void emptyFilesAndFailures() throws IOException {
    Path path = folder.resolve("empty");
    Files.write(path, new byte[0]);
    try (TextFile file = TextFile.open(path, Detection.unmarkedElse(UTF_8))) {
      assertThat(file.spec()).isEqualTo(UTF_8);
      assertThat(file.splits(ANY)).hasSize(1);
    }
    RuntimeException thrown = new UnsupportedOperationException();
    Detection failing =
        Detection.by(
            bytes -> {
              throw thrown;
            },
            UTF_8);
    assertThatThrownBy(() -> TextFile.open(path, failing)).isSameAs(thrown);
    assertThatThrownBy(() -> TextFile.open(folder, failing)).isInstanceOf(IOException.class);
  }
}
