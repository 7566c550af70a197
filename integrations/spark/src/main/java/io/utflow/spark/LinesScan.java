/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** One query over the lines of a table: lists the files once, and splits them. */
final class LinesScan implements SupportsReportStatistics, Batch {
  private final LinesTable table;
  private final StructType columns;
  private final Configuration configuration;
  private @Nullable List<LocatedFileStatus> listed;

  LinesScan(LinesTable table, StructType columns) {
    this.table = table;
    this.columns = columns;
    this.configuration = table.configuration();
  }

  private List<LocatedFileStatus> files() {
    if (listed == null) {
      listed = new InputFiles(configuration, table.files()).list();
    }
    return listed;
  }

  @Override
  public StructType readSchema() {
    return columns;
  }

  @Override
  public String description() {
    return "%s as %s, %s, columns %s"
        .formatted(
            table.name(),
            table.text().encoding(),
            table.text().unit(),
            List.of(columns.fieldNames()));
  }

  /** For joins: about the bytes that there are to read. */
  @Override
  public Statistics estimateStatistics() {
    long bytes = files().stream().mapToLong(LocatedFileStatus::getLen).sum();
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(bytes);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.empty();
      }
    };
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    SplitPlan plan = SplitPlan.of(table.files().splitBytes(), files());
    CompressionCodecFactory codecs = new CompressionCodecFactory(configuration);
    boolean canSplit = table.text().canSplit();
    return plan.partitions(files(), file -> canSplit && codecs.getCodec(file.getPath()) == null);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new LinesReaderFactory(
        new SerializableConfiguration(configuration), table.text(), LineColumn.of(columns));
  }
}
