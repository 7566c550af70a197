/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code encoding=auto}: each file tells by its first bytes what it is, and all splits agree. */
class DetectedFilesTest {
  private static final String TEXT = "gr\u00FC\u00DFe\r\n\u00E9t\u00E9\n\nlast";

  @TempDir private java.nio.file.Path folder;

  private Path write(String name, byte[] bytes) throws IOException {
    return new Path(Files.write(folder.resolve(name), bytes).toUri());
  }

  private static byte[] encoded(String name, String text) {
    return EncoderSpec.of(TextEncoding.forName(name)).encode(text);
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8, ''",
    "UTF-8, mark",
    "UTF-16LE, ''",
    "UTF-16LE, mark",
    "UTF-16BE, ''",
    "UTF-32LE, mark",
    "UTF-32BE, ''",
    "windows-1252, ''"
  })
  void everySplitAgrees(String name, String mark) throws Exception {
    byte[] bytes = encoded(name, (mark.isEmpty() ? "" : "\uFEFF") + TEXT);
    Path file = write("file.txt", bytes);
    Configuration named = new Configuration();
    named.set(EncodedTextInputFormat.ENCODING, name);
    if (!mark.isEmpty()) {
      named.set(EncodedTextInputFormat.BOM, "strip");
    }
    List<String> expected = Records.of(Records.task(named), file, 0, bytes.length);
    assertThat(expected.get(0)).isEqualTo("0 gr\u00FC\u00DFe");
    Configuration auto = new Configuration();
    auto.set(EncodedTextInputFormat.ENCODING, "auto:windows-1252");
    TaskAttemptContext task = Records.task(auto);
    for (int length = 1; length <= bytes.length; length += 4) {
      List<String> found = new ArrayList<>();
      for (int begin = 0; begin < bytes.length; begin += length) {
        found.addAll(Records.of(task, file, begin, Math.min(length, bytes.length - begin)));
      }
      assertThat(found).as("splits of %d", length).isEqualTo(expected);
    }
  }

  @Test
  void aCompressedFileIsFoundOutByWhatIsUnpacked() throws Exception {
    java.nio.file.Path path = folder.resolve("file.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
      out.write(encoded("UTF-16LE", "\uFEFF" + TEXT));
    }
    Configuration auto = new Configuration();
    auto.set(EncodedTextInputFormat.ENCODING, "auto");
    assertThat(Records.of(Records.task(auto), new Path(path.toUri()), 0, Files.size(path)))
        .containsExactly("0 gr\u00FC\u00DFe", "16 \u00E9t\u00E9", "24 ", "26 last");
  }

  @Test
  void theSettingIsWrittenAsItIsRead() throws Exception {
    Configuration configuration = new Configuration();
    DecoderSpec windows = DecoderSpec.of(TextEncoding.forName("windows-1252")).bom(BomPolicy.SNIFF);
    EncodedTextInputFormat.configureDetected(
        configuration, windows, LineSpec.of(LineBreaks.LF_OR_CRLF));
    assertThat(configuration.get(EncodedTextInputFormat.ENCODING)).isEqualTo("auto:windows-1252");
    Path legacy = write("legacy.txt", encoded("windows-1252", TEXT));
    Path marked = write("marked.txt", encoded("UTF-16BE", "\uFEFFx\u00FC"));
    assertThat(Records.splits(configuration, legacy, marked)).hasSize(2);
    TaskAttemptContext task = Records.task(configuration);
    assertThat(Records.of(task, legacy, 0, 1)).containsExactly("0 gr\u00FC\u00DFe");
    assertThat(Records.of(task, marked, 0, 1)).containsExactly("0 x\u00FC");
  }
}
