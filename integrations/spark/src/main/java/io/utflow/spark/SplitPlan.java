/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * Splits files, and puts several small ones into a partition, by the rule of Spark's own sources.
 *
 * @param splitBytes the length of a split, and of a partition
 * @param openCostInBytes what it costs to open a file, in bytes that could be read meanwhile
 */
record SplitPlan(long splitBytes, long openCostInBytes) {
  static SplitPlan of(OptionalLong splitBytes, List<LocatedFileStatus> files) {
    SparkSession spark = SparkSession.active();
    long openCost = setting(spark, "spark.sql.files.openCostInBytes");
    if (splitBytes.isPresent()) {
      return new SplitPlan(splitBytes.getAsLong(), openCost);
    }
    long most = setting(spark, "spark.sql.files.maxPartitionBytes");
    long all = files.stream().mapToLong(file -> file.getLen() + openCost).sum();
    long ofCore = all / spark.sparkContext().defaultParallelism();
    return new SplitPlan(Math.max(1, Math.min(most, Math.max(openCost, ofCore))), openCost);
  }

  private static long setting(SparkSession spark, String name) {
    return new SparkConf(false).set(name, spark.conf().get(name)).getSizeAsBytes(name);
  }

  InputPartition[] partitions(
      List<LocatedFileStatus> files, Predicate<LocatedFileStatus> canSplit) {
    List<InputPartition> partitions = new ArrayList<>();
    List<LinesPartition.Split> open = new ArrayList<>();
    List<String> hosts = List.of();
    long size = 0;
    for (LocatedFileStatus file : files) {
      for (LinesPartition.Split split : splits(file, canSplit.test(file))) {
        if (!open.isEmpty() && size + split.length() > splitBytes) {
          partitions.add(new LinesPartition(List.copyOf(open), hosts));
          open.clear();
          size = 0;
        }
        if (open.isEmpty()) {
          hosts = hosts(file, split.begin());
        }
        open.add(split);
        size += split.length() + openCostInBytes;
      }
    }
    if (!open.isEmpty()) {
      partitions.add(new LinesPartition(List.copyOf(open), hosts));
    }
    return partitions.toArray(InputPartition[]::new);
  }

  private List<LinesPartition.Split> splits(LocatedFileStatus file, boolean canSplit) {
    String path = file.getPath().toString();
    if (!canSplit || file.getLen() <= splitBytes) {
      return List.of(new LinesPartition.Split(path, 0, file.getLen(), canSplit));
    }
    List<LinesPartition.Split> splits = new ArrayList<>();
    for (long begin = 0; begin < file.getLen(); begin += splitBytes) {
      long end = Math.min(file.getLen(), begin + splitBytes);
      splits.add(new LinesPartition.Split(path, begin, end, true));
    }
    return splits;
  }

  /** Where the first bytes of a split lie. */
  private static List<String> hosts(LocatedFileStatus file, long begin) {
    BlockLocation[] blocks = file.getBlockLocations();
    return blocks == null
        ? List.of()
        : Arrays.stream(blocks)
            .filter(block -> begin - block.getOffset() < block.getLength())
            .findFirst()
            .map(SplitPlan::hosts)
            .orElse(List.of());
  }

  private static List<String> hosts(BlockLocation block) {
    try {
      // What local file systems say.
      return Arrays.stream(block.getHosts()).filter(host -> !host.equals("localhost")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
