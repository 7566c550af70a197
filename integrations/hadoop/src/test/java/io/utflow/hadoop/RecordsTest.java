/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.RecordsToSplit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records in the place of lines: by delimiters, or of a length. */
class RecordsTest {
  private final Configuration configuration = new Configuration();

  @TempDir private java.nio.file.Path folder;

  private Path write(byte[] bytes) throws IOException {
    return new Path(Files.write(folder.resolve("file.txt"), bytes).toUri());
  }

  /** Law L11, and what one machine reads. */
  @Test
  void theRecordsOfTheSplitsAreTheRecordsOfTheFile() throws Exception {
    int split = 0;
    configuration.setClass("fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
    for (RecordsToSplit file : RecordsToSplit.all()) {
      configuration.set(EncodedTextInputFormat.ENCODING, file.encoding().name());
      configuration.set(EncodedTextInputFormat.RECORDS, file.setting());
      TaskAttemptContext task = Records.task(configuration);
      Path path = write(file.bytes());
      int length = file.bytes().length;
      boolean canSplit = InputSettings.readFrom(configuration).canSplit();
      for (int size : canSplit ? new int[] {1, 2, 3, 7, 16} : new int[] {length}) {
        split += canSplit ? 1 : 0;
        List<String> records = new ArrayList<>();
        for (int begin = 0; begin < Math.max(length, 1); begin += Math.max(size, 1)) {
          int end = Math.min(begin + size, length);
          records.addAll(Records.of(task, path, begin, end - begin));
        }
        assertThat(records).as("%s, splits of %d bytes", file, size).isEqualTo(file.located());
      }
    }
    assertThat(split).isGreaterThan(100);
  }

  @Test
  void whatFailsIsToldWithItsFile() throws Exception {
    Path path = write("abcdefgh".getBytes(StandardCharsets.UTF_8));
    configuration.set(EncodedTextInputFormat.RECORDS, "bytes:5");
    assertThatThrownBy(() -> Records.of(Records.task(configuration), path, 0, 8))
        .isInstanceOf(IOException.class)
        .hasMessage(path + ": the last record has 3 of 5 bytes, at byte 8");
    configuration.set(EncodedTextInputFormat.RECORDS, "chars:5");
    assertThatThrownBy(() -> Records.of(Records.task(configuration), path, 0, 8))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(path + ": the last record, which begins at byte 5, has 3 of 5");
    configuration.set(EncodedTextInputFormat.RECORDS, "delimiters:h");
    configuration.setInt(EncodedTextInputFormat.MAX_LINE_LENGTH, 6);
    assertThatThrownBy(() -> Records.of(Records.task(configuration), path, 0, 8))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("begins at byte 0 is longer than 6 chars");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "80 | use bytes:80, chars:200, or delimiters:",
        "bytes:0 | at least 1 byte",
        "delimiters:\\u4E2D | windows-1252"
      })
  void aBadValueFailsBeforeTheJobIsSubmitted(String value, String message) throws Exception {
    Path path = write(new byte[0]);
    configuration.set(EncodedTextInputFormat.ENCODING, "windows-1252");
    configuration.set(EncodedTextInputFormat.RECORDS, value);
    assertThatThrownBy(() -> Records.splits(configuration, path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("utflow.input.records=" + value + ": ")
        .hasMessageContaining(message);
  }

  /** Whoever asks for lines gets lines. */
  @Test
  void configureRemovesTheSetting() {
    configuration.set(EncodedTextInputFormat.RECORDS, "bytes:5");
    EncodedTextInputFormat.configure(
        configuration, DecoderSpec.of(TextEncoding.UTF_8), LineSpec.of(LineBreaks.ANY));
    assertThat(configuration.get(EncodedTextInputFormat.RECORDS)).isNull();
    EncodedTextInputFormat.configureDetected(
        configuration, DecoderSpec.of(TextEncoding.UTF_8), LineSpec.of(LineBreaks.ANY));
    assertThat(InputSettings.readFrom(configuration).records()).isNull();
  }
}
