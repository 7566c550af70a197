/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What threads ask for, with files like theirs. */
class ReportedTest {
  private static final int RECORDS = 100;

  @TempDir private Path folder;

  private Dataset<String> lines(String content, String written, String read) throws IOException {
    Path file = Files.write(folder.resolve("file"), content.getBytes(Charset.forName(written)));
    return LocalSpark.utflow(read).option("splitBytes", 2777).load("" + file).as(Encoders.STRING());
  }

  /** SPARK-23723: records of JSON lines are lost in UTF-16 with a byte order mark. */
  @ParameterizedTest
  @CsvSource({
    "UTF-16LE, UTF-16",
    "UTF-16BE, UTF-16",
    "UTF-32LE, UTF-32",
    "UTF-32BE, UTF-32",
    "UTF-8, UTF-8"
  })
  void jsonLinesWithAByteOrderMark(String written, String read) throws IOException {
    StringBuilder json = new StringBuilder("\uFEFF");
    for (int i = 0; i < RECORDS; i++) {
      json.append("{\"id\": " + i + ", \"name\": \"Ђ😀\\n" + i + "\", \"city\": \"ਊ京\"}");
      json.append(i % 2 == 0 ? "\r\n" : "\n");
    }
    Dataset<Row> records = LocalSpark.session().read().json(lines("" + json, written, read));
    assertThat(records.columns()).containsExactly("city", "id", "name");
    List<Row> rows = records.orderBy("id").collectAsList();
    assertThat(rows)
        .extracting(Row::toString)
        .isEqualTo(
            IntStream.range(0, RECORDS).mapToObj(i -> "[ਊ京," + i + ",Ђ😀\n" + i + "]").toList());
  }

  /** spark-csv #145 and #231: tables that a spreadsheet has saved as "Unicode text". */
  @ParameterizedTest
  @CsvSource({"UTF-16LE, UTF-16", "UTF-16BE, UTF-16", "UTF-16LE, utf-16le"})
  void tablesOfSpreadsheets(String written, String read) throws IOException {
    StringBuilder csv = new StringBuilder(read.equals("UTF-16") ? "\uFEFF" : "");
    csv.append("id\tName\tStraße\r\n");
    for (int i = 0; i < RECORDS; i++) {
      csv.append(i).append("\t\"Müller, 京 ").append(i).append("\"\tਅ😀\r\n");
    }
    Dataset<Row> table =
        LocalSpark.session()
            .read()
            .option("header", true)
            .option("inferSchema", true)
            .option("sep", "\t")
            .csv(lines("" + csv, written, read));
    assertThat(table.columns()).containsExactly("id", "Name", "Straße");
    assertThat(table.orderBy("id").collectAsList())
        .extracting(Row::toString)
        .isEqualTo(
            IntStream.range(0, RECORDS)
                .mapToObj(i -> "[" + i + ",Müller, 京 " + i + ",ਅ😀]")
                .toList());
  }
}
