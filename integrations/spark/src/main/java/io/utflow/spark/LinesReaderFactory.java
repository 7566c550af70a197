/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** Makes, on an executor, the reader of a partition. */
record LinesReaderFactory(
    SerializableConfiguration configuration, TextOptions text, List<LineColumn> columns)
    implements PartitionReaderFactory {

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    List<LinesPartition.Split> splits = ((LinesPartition) partition).splits();
    return new LinesReader(configuration.value(), text, columns, splits);
  }
}
