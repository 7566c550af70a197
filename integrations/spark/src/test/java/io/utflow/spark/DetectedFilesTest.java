/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code encoding=auto}: a folder of files, each of which tells by its first bytes what it is. */
class DetectedFilesTest {
  private static final List<String> ENCODINGS =
      List.of("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "windows-1252");

  private final List<String> expected = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    for (String name : ENCODINGS) {
      List<String> lines =
          IntStream.range(0, 6).mapToObj(i -> "gr\u00FC\u00DFe " + i + " " + name).toList();
      expected.addAll(lines);
      byte[] bytes = encoded(name, String.join("\r\n", lines));
      Files.write(folder.resolve(ENCODINGS.indexOf(name) + ".txt"), bytes);
    }
    expected.add("marked \u00FC");
    Files.write(folder.resolve("6.txt"), encoded("UTF-16LE", "\uFEFFmarked \u00FC\n"));
    expected.add("packed \u00FC");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("7.gz")))) {
      out.write(encoded("UTF-16BE", "packed \u00FC"));
    }
  }

  private static byte[] encoded(String name, String text) {
    return EncoderSpec.of(TextEncoding.forName(name)).encode(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 50, 1 << 20})
  void everySplitAgrees(int splitBytes) {
    Dataset<Row> lines =
        LocalSpark.utflow("auto:windows-1252").option("splitBytes", splitBytes).load("" + folder);
    assertThat(lines.collectAsList().stream().map(row -> row.getString(0)))
        .containsExactlyElementsOf(expected);
    Dataset<Row> counted = lines.select("value", "ill_formed_count").where("ill_formed_count > 0");
    assertThat(counted.collectAsList()).isEmpty();
  }

  @Test
  void withoutALegacyEncodingWhatIsNotUnicodeIsIllFormed() {
    Dataset<Row> lines = LocalSpark.utflow("auto").load(folder + "/5.txt");
    assertThat(lines.select("ill_formed_count").head().getLong(0)).isEqualTo(2);
    assertThatThrownBy(() -> LocalSpark.utflow("auto:UTF-61").load("" + folder))
        .hasMessageContaining("auto:UTF-61");
  }
}
