/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/** Receives the columns that a query needs. */
final class LinesScanBuilder implements SupportsPushDownRequiredColumns {
  private final LinesTable table;
  private StructType required;

  LinesScanBuilder(LinesTable table) {
    this.table = table;
    this.required = table.lines();
  }

  @Override
  public void pruneColumns(StructType columns) {
    required = columns;
  }

  @Override
  public Scan build() {
    return new LinesScan(table, required);
  }
}
