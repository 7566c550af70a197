/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.RecordsToSplit;
import io.utflow.files.EncodingSetting;
import io.utflow.files.RecordSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records in the place of lines: by delimiters, or of a length. */
class RecordsTest {
  @TempDir private Path folder;

  /** Law L11, and what one machine reads. */
  @Test
  void theRowsOfThePartitionsAreTheRecordsOfTheFile() throws Exception {
    Configuration configuration = new Configuration();
    int split = 0;
    for (RecordsToSplit file : RecordsToSplit.all()) {
      Path path = Files.write(folder.resolve("file.txt"), file.bytes());
      FileOptions named =
          new FileOptions(List.of("" + path), null, false, OptionalLong.empty(), Map.of());
      List<LocatedFileStatus> files = new InputFiles(configuration, named).list();
      TextOptions text =
          new TextOptions(
              EncodingSetting.of(file.encoding()),
              file.bom(),
              TextOptions.OnMalformed.REPLACE,
              LineBreaks.ANY,
              65_536,
              TooLongPolicy.FAIL,
              RecordSetting.parse(file.setting()));
      PartitionReaderFactory factory =
          new LinesReaderFactory(
              new SerializableConfiguration(configuration),
              text,
              List.of(LineColumn.OFFSET, LineColumn.VALUE));
      boolean canSplit = text.canSplit();
      for (int length : canSplit ? new int[] {1, 2, 3, 7, 16} : new int[] {1}) {
        InputPartition[] partitions =
            new SplitPlan(length, 100).partitions(files, each -> canSplit);
        split += partitions.length > 1 ? 1 : 0;
        assertThat(EverySplitTest.rows(factory, partitions))
            .as("%s, splits of %d bytes", file, length)
            .isEqualTo(file.located());
      }
    }
    assertThat(split).isGreaterThan(100);
  }

  @Test
  void anOptionSaysWhatARecordIs() throws IOException {
    Path file =
        Files.write(
            folder.resolve("a"), "ab\u001Ecde\u001E\u00FFf".getBytes(StandardCharsets.UTF_8));
    DataFrameReader reader =
        LocalSpark.utflow("US-ASCII")
            .option("records", "delimiters:\\u001E")
            .option("splitBytes", 2);
    assertThat(reader.load("" + file).select("offset", "value").orderBy("offset").collectAsList())
        .extracting(Row::toString)
        .containsExactly("[0,ab]", "[3,cde]", "[7,\uFFFD\uFFFDf]");
    assertThat(
            reader
                .option("maxLineLength", 2)
                .option("onTooLong", "truncate")
                .load("" + file)
                .select("offset", "truncated", "ill_formed_count")
                .orderBy("offset")
                .collectAsList())
        .extracting(Row::toString)
        .containsExactly("[0,false,0]", "[3,true,0]", "[7,true,2]");
    assertThat(reader.load("" + file).queryExecution().toString()).contains("delimiters:");
  }

  @Test
  void whatFailsIsToldWithItsFile() throws IOException {
    Path file = Files.write(folder.resolve("a"), "abcdefgh".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () ->
                LocalSpark.utflow("UTF-8")
                    .option("records", "bytes:5")
                    .load("" + file)
                    .collectAsList())
        .hasStackTraceContaining(LocalSpark.uri(file) + ": the last record has 3 of 5 bytes");
    assertThatThrownBy(
            () ->
                LocalSpark.utflow("UTF-8")
                    .option("records", "chars:5")
                    .load("" + file)
                    .collectAsList())
        .hasStackTraceContaining(
            LocalSpark.uri(file) + ": the last record, which begins at byte 5, has 3 of 5 chars");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "80 | use bytes:80, chars:200, or delimiters:",
        "bytes:0 | at least 1 byte",
        "delimiters:\\u4E2D | windows-1252"
      })
  void aBadValueIsRefused(String value, String message) throws IOException {
    Path file = Files.write(folder.resolve("a"), new byte[0]);
    DataFrameReader reader = LocalSpark.utflow("windows-1252").option("records", value);
    assertThatThrownBy(() -> reader.load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("option records, " + value + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void lineBreaksBesideRecordsAreRefused() throws IOException {
    Path file = Files.write(folder.resolve("a"), new byte[0]);
    DataFrameReader reader =
        LocalSpark.utflow("UTF-8").option("records", "bytes:5").option("lineBreaks", "any");
    assertThatThrownBy(() -> reader.load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("option lineBreaks: use some of [");
  }
}
