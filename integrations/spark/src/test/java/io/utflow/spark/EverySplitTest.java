/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.FileToSplit;
import io.utflow.files.EncodingSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law L11 through partition readers: splits of 1 to 64 bytes, and what one machine reads. */
class EverySplitTest {
  private final Configuration configuration = new Configuration();

  @Test
  void theRowsOfThePartitionsAreTheLinesOfTheFile(@TempDir Path folder) throws Exception {
    int split = 0;
    for (FileToSplit file : FileToSplit.all()) {
      Path path = Files.write(folder.resolve("file.txt"), file.bytes());
      FileOptions named =
          new FileOptions(List.of("" + path), null, false, OptionalLong.empty(), Map.of());
      List<LocatedFileStatus> files = new InputFiles(configuration, named).list();
      TextOptions text =
          new TextOptions(
              EncodingSetting.of(file.encoding()),
              file.bom(),
              TextOptions.OnMalformed.REPLACE,
              file.breaks(),
              65_536,
              TooLongPolicy.FAIL,
              null);
      PartitionReaderFactory factory =
          new LinesReaderFactory(
              new SerializableConfiguration(configuration),
              text,
              List.of(LineColumn.OFFSET, LineColumn.VALUE));
      boolean canSplit = text.canSplit();
      for (int length = 1; length <= (canSplit ? 64 : 1); length++) {
        InputPartition[] partitions =
            new SplitPlan(length, 100).partitions(files, each -> canSplit);
        split += partitions.length > 1 ? 1 : 0;
        assertThat(rows(factory, partitions))
            .as("%s, splits of %d bytes", file, length)
            .isEqualTo(file.located());
      }
    }
    assertThat(split).isGreaterThan(3000);
  }

  static List<String> rows(PartitionReaderFactory factory, InputPartition[] partitions)
      throws IOException {
    List<String> rows = new ArrayList<>();
    for (InputPartition partition : partitions) {
      try (PartitionReader<InternalRow> reader = factory.createReader(partition)) {
        while (reader.next()) {
          rows.add(reader.get().getLong(0) + " " + reader.get().getUTF8String(1));
        }
      }
    }
    return rows;
  }
}
