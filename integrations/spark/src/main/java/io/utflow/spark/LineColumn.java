/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The columns of a line: {@link #VALUE} as the schema has it, the others as metadata. */
enum LineColumn {
  VALUE(DataTypes.StringType, "the text", lines -> UTF8String.fromString(lines.text())),
  PATH(DataTypes.StringType, "the file", OpenLines::path),
  OFFSET(DataTypes.LongType, "where the line begins, in bytes", OpenLines::offset),
  ILL_FORMED_COUNT(
      DataTypes.LongType,
      "how many sequences are ill-formed",
      lines -> lines.errors().illFormedCount()),
  ILL_FORMED_OFFSET(
      DataTypes.LongType,
      "where the first of them begins, in bytes",
      lines -> lines.errors().illFormedOffset()),
  TRUNCATED(
      DataTypes.BooleanType,
      "whether the line was too long and is cut",
      lines -> lines.errors().isTruncated());

  static final StructType VALUE_ONLY = new StructType().add(VALUE.columnName(), VALUE.type);

  @SuppressWarnings("ImmutableEnumChecker") // Types of Spark do not change.
  private final DataType type;

  private final String comment;

  @SuppressWarnings("ImmutableEnumChecker") // Without state.
  private final Function<OpenLines, @Nullable Object> reader;

  LineColumn(DataType type, String comment, Function<OpenLines, @Nullable Object> reader) {
    this.type = type;
    this.comment = comment;
    this.reader = reader;
  }

  /** Those of a schema, in its order. */
  static List<LineColumn> of(StructType schema) {
    return Arrays.stream(schema.fieldNames()).map(LineColumn::named).toList();
  }

  private static LineColumn named(String name) {
    for (LineColumn column : values()) {
      if (column.columnName().equals(name)) {
        return column;
      }
    }
    throw new IllegalArgumentException(
        "column "
            + name
            + ": there are "
            + Arrays.stream(values()).map(LineColumn::columnName).toList());
  }

  /** Fails if a schema has other columns, or other types. */
  static void requireAll(StructType schema) {
    for (StructField field : schema.fields()) {
      LineColumn column = named(field.name());
      if (!field.dataType().equals(column.type)) {
        throw new IllegalArgumentException(
            "column %s is no %s but a %s"
                .formatted(field.name(), field.dataType().sql(), column.type.sql()));
      }
    }
  }

  /** All but the value, for whoever names them. */
  static MetadataColumn[] metadata() {
    return Stream.of(values())
        .filter(each -> each != VALUE)
        .map(each -> new Metadata(each.columnName(), each.type, each.comment))
        .toArray(MetadataColumn[]::new);
  }

  private record Metadata(String name, DataType dataType, String comment)
      implements MetadataColumn {}

  private String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it tells of errors, which somebody has to count. */
  boolean isOfErrors() {
    return ordinal() >= ILL_FORMED_COUNT.ordinal();
  }

  /** The value of the current line in this column. */
  @Nullable Object read(OpenLines lines) {
    return reader.apply(lines);
  }
}
