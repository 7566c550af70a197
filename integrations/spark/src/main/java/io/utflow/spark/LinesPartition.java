/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The part that one task reads.
 *
 * @param hosts the hosts with the first bytes; empty if it does not matter
 */
record LinesPartition(List<Split> splits, List<String> hosts) implements InputPartition {
  /**
   * A part of a file: the lines of which the first byte lies in {@code [begin, end)}.
   *
   * @param canSplit whether the file may have others; else all of it is read
   */
  record Split(String path, long begin, long end, boolean canSplit) implements Serializable {
    long length() {
      return end - begin;
    }
  }

  @Override
  public String[] preferredLocations() {
    return hosts.toArray(String[]::new);
  }
}
