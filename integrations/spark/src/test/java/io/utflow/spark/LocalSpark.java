/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;

/** One session for all tests: Spark in this JVM, on two cores. */
final class LocalSpark {
  private LocalSpark() {}

  static SparkSession session() {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .appName("utflow")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", 2)
            .getOrCreate();
    session.sparkContext().setLogLevel("OFF");
    return session;
  }

  static DataFrameReader utflow(String encoding) {
    return session().read().format("utflow").option("encoding", encoding);
  }

  /** As Spark writes paths. */
  static String uri(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri()).toString();
  }
}
