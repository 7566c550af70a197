/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.jspecify.annotations.Nullable;

/** The rows of one partition, split after split. */
final class LinesReader implements PartitionReader<InternalRow> {
  private final Configuration configuration;
  private final TextOptions text;
  private final List<LineColumn> columns;
  private final Iterator<LinesPartition.Split> splits;

  /** The row, which Spark copies where it keeps it. */
  private final @Nullable Object[] values;

  private final InternalRow row;
  private @Nullable OpenLines lines;

  LinesReader(
      Configuration configuration,
      TextOptions text,
      List<LineColumn> columns,
      List<LinesPartition.Split> splits) {
    this.configuration = configuration;
    this.text = text;
    this.columns = columns;
    this.splits = splits.iterator();
    this.values = new Object[columns.size()];
    this.row = new GenericInternalRow(values);
  }

  @Override
  public boolean next() throws IOException {
    try {
      while (lines == null || !lines.next()) {
        close();
        if (!splits.hasNext()) {
          return false;
        }
        lines = OpenLines.of(configuration, splits.next(), text, columns);
      }
      for (int i = 0; i < values.length; i++) {
        values[i] = columns.get(i).read(lines);
      }
      return true;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
      lines = null;
    }
  }
}
