/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/** The lines of some files. */
record LinesTable(StructType lines, TextOptions text, FileOptions files)
    implements SupportsRead, SupportsMetadataColumns {

  @Override
  public String name() {
    return "utflow " + files.paths();
  }

  @Override
  public Column[] columns() {
    return Arrays.stream(lines.fields())
        .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
        .toArray(Column[]::new);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return LineColumn.metadata();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new LinesScanBuilder(this);
  }

  /** That of Hadoop, with what the session and the options say, as Spark's own sources read. */
  Configuration configuration() {
    SparkSession spark = SparkSession.active();
    Configuration configuration = new Configuration(spark.sparkContext().hadoopConfiguration());
    CollectionConverters.asJava(spark.conf().getAll()).forEach(configuration::set);
    files.ofHadoop().forEach(configuration::set);
    return configuration;
  }
}
