/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Reads files of text in any encoding, a row a line, by the name {@code utflow}.
 *
 * <pre>{@code
 * Dataset<Row> lines =
 *     spark.read().format("utflow").option("encoding", "UTF-16").load("hdfs:///logs/2026-*");
 * Dataset<Row> located = lines.select("value", "path", "offset");
 * Dataset<Row> records = spark.read().json(lines.as(Encoders.STRING()));
 * }</pre>
 *
 * <p>The schema is one column, {@code value}. A query that names them also gets these metadata
 * columns, which are computed only if they are used:
 *
 * <ul>
 *   <li>{@code path}, string: the file
 *   <li>{@code offset}, long: the byte offset of the line in its file, that of its byte order mark
 *       for the first line
 *   <li>{@code ill_formed_count}, long: how many sequences of the line were ill-formed, and
 *       replaced or skipped
 *   <li>{@code ill_formed_offset}, long: the byte offset of the first of them in the file, or null
 *   <li>{@code truncated}, boolean: whether the line was too long, and cut
 * </ul>
 *
 * <p>A schema that is given has these names and types, in any order. Options, the names of
 * constants in any case and with {@code -} or {@code _}:
 *
 * <ul>
 *   <li>{@code encoding}, as in {@code TextEncoding.forName}: {@code UTF-8}. {@code auto}, or
 *       {@code auto:windows-1252}, finds it out for each file from its first 4096 bytes: UTF-8,
 *       UTF-16, UTF-32, or the encoding that is named; all splits of a file agree
 *   <li>{@code bom}, a {@link io.utflow.codec.BomPolicy}: {@code per-encoding}; {@code sniff} where
 *       the encoding is {@code auto}
 *   <li>{@code onMalformed}, {@code replace}, {@code skip} or {@code report}: {@code replace}
 *   <li>{@code lineBreaks}, a {@link io.utflow.codec.stage.LineBreaks}: {@code any}, as Spark reads
 *       text
 *   <li>{@code records}, in the place of {@code lineBreaks}: {@code bytes:80}, {@code chars:200} or
 *       {@code delimiters:\n\n}, as {@link io.utflow.files.RecordSetting} reads it; a row is then a
 *       record, and the settings and columns of lines are those of records
 *   <li>{@code maxLineLength}, in UTF-16 code units: 16777216
 *   <li>{@code onTooLong}, a {@link io.utflow.codec.stage.TooLongPolicy}: {@code fail}
 *   <li>{@code splitBytes}, the length of a split: as Spark splits files, from {@code
 *       spark.sql.files.maxPartitionBytes}, the bytes there are and the cores
 *   <li>{@code pathGlobFilter}, {@code recursiveFileLookup}: as Spark's own sources
 *   <li>names with a dot: for the configuration of Hadoop
 * </ul>
 *
 * <p>Another option, or a bad value, is an {@link IllegalArgumentException} when the source is
 * loaded. Paths are files, directories and globs. Files in directories of a directory are read with
 * {@code recursiveFileLookup} only, and names of directories make no columns. Files and directories
 * that begin with {@code _} or {@code .} are skipped unless a path names them.
 *
 * <p>A file is split unless it is compressed, by what the codecs of Hadoop say of its name, or in
 * an encoding that is {@linkplain io.utflow.codec.stage.Stages#canSplit read from the start only}.
 * Such a file is read whole, by one task; offsets are those of the decompressed bytes. A task keeps
 * a buffer and one line in memory.
 *
 * <p>Where text is ill-formed and to be reported, or a line too long, the task fails with an {@link
 * java.io.IOException} that names the file and the byte. Unpaired surrogates, which only WTF-8,
 * WTF-16 and their like can yield, are question marks in a row.
 */
public final class UtflowDataSource implements TableProvider, DataSourceRegister {
  /** Made by Spark. */
  public UtflowDataSource() {}

  @Override
  public String shortName() {
    return "utflow";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return LineColumn.VALUE_ONLY;
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if an option, its value, or the schema is bad
   * @throws java.io.UncheckedIOException if a path does not exist or cannot be asked for
   */
  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    LineColumn.requireAll(schema);
    OptionValues options = new OptionValues(properties);
    TextOptions text = TextOptions.of(options);
    FileOptions files = FileOptions.of(options);
    options.refuseOthers();
    LinesTable table = new LinesTable(schema, text, files);
    new InputFiles(table.configuration(), files).requirePaths();
    return table;
  }
}
