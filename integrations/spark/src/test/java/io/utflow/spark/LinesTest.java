/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of Spark, on two cores. */
class LinesTest {
  private static final List<String> LINES =
      IntStream.range(0, 40).mapToObj(i -> "line " + i + " 中\u0A0A😀").toList();

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Path deeper = Files.createDirectory(folder.resolve("deeper"));
    String one = "\uFEFF" + String.join("\r\n", LINES.subList(0, 20)) + "\r\n";
    String two = "\uFEFF" + String.join("\n", LINES.subList(20, 40));
    Files.write(folder.resolve("one.txt"), one.getBytes(StandardCharsets.UTF_16LE));
    Files.write(folder.resolve("two.log"), two.getBytes(StandardCharsets.UTF_16BE));
    Files.write(folder.resolve("empty.txt"), new byte[0]);
    Files.write(folder.resolve("_hidden.txt"), "\0x".getBytes(StandardCharsets.ISO_8859_1));
    Files.write(deeper.resolve("three.txt"), "\0y".getBytes(StandardCharsets.ISO_8859_1));
  }

  private static List<String> values(Dataset<Row> lines) {
    return lines.select("value").as(Encoders.STRING()).collectAsList();
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 333, 1 << 20})
  void aDirectoryIsReadOnce(int splitBytes) {
    Dataset<Row> lines =
        LocalSpark.utflow("UTF-16").option("splitBytes", splitBytes).load("" + folder);
    assertThat(values(lines)).isEqualTo(LINES);
    assertThat(lines.count()).isEqualTo(40);
  }

  @Test
  void splitsAreAsLongAsThoseOfSparkOwnSources() {
    Dataset<Row> lines = LocalSpark.utflow("UTF-16").load("" + folder);
    assertThat(values(lines)).isEqualTo(LINES);
    // Three files that cost 4 MiB each to open, on two cores: 6 MiB and a bit in a partition.
    assertThat(lines.javaRDD().getNumPartitions()).isEqualTo(2);
  }

  @Test
  void pathsAreFilesAndDirectoriesAndGlobs() {
    assertThat(values(LocalSpark.utflow("UTF-16").load(folder + "/*.txt")))
        .isEqualTo(LINES.subList(0, 20));
    assertThat(values(LocalSpark.utflow("UTF-16").load(folder + "/two.log", folder + "/deeper")))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(20, 41).mapToObj(i -> i < 40 ? LINES.get(i) : "y").toList());
    assertThat(values(LocalSpark.utflow("UTF-16").load(folder + "/_hidden.txt")))
        .containsExactly("x");
    assertThat(
            values(
                LocalSpark.utflow("UTF-16")
                    .option("recursiveFileLookup", true)
                    .option("pathGlobFilter", "t*.txt")
                    .load("" + folder)))
        .containsExactly("y");
  }

  @Test
  void theFileAndTheOffsetAreThereForWhoeverNamesThem() {
    Dataset<Row> lines = LocalSpark.utflow("UTF-16").option("splitBytes", 50).load("" + folder);
    assertThat(lines.columns()).containsExactly("value");
    List<Row> located =
        lines.select("offset", "path").where("value like 'line 21 %'").collectAsList();
    long begin = 2 + 2 * (LINES.get(20).length() + 1);
    assertThat(located)
        .extracting(Row::toString)
        .containsExactly("[" + begin + "," + LocalSpark.uri(folder.resolve("two.log")) + "]");
    Dataset<Row> withSchema =
        LocalSpark.utflow("UTF-16").schema("offset BIGINT, value STRING").load(folder + "/two.log");
    assertThat(withSchema.columns()).containsExactly("offset", "value");
    assertThat(withSchema.head().getLong(0)).isZero();
  }

  @Test
  void onlyTheColumnsOfAQueryAreRead() {
    Dataset<Row> lines = LocalSpark.utflow("UTF-16").load("" + folder);
    assertThat(plan(lines)).contains("columns [value]");
    assertThat(plan(lines.select("offset"))).contains("columns [offset]");
    assertThat(plan(lines.groupBy().count())).contains("columns []");
  }

  /** By this Spark chooses how to join. */
  @Test
  void aQueryKnowsHowMuchThereIsToRead() throws IOException {
    Path file = Files.write(folder.resolve("five.txt"), new byte[500]);
    Dataset<Row> lines = LocalSpark.utflow("UTF-16").load("" + file);
    assertThat(lines.queryExecution().optimizedPlan().stats().sizeInBytes().toLong())
        .isEqualTo(500);
  }

  private static String plan(Dataset<Row> query) {
    return query.queryExecution().toString();
  }

  @Test
  void compressedFilesAndThoseWithStateAreReadWhole() throws IOException {
    Path compressed = folder.resolve("four.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write("\uFEFFdrei\nvier".getBytes(StandardCharsets.UTF_16LE));
    }
    Dataset<Row> lines = LocalSpark.utflow("UTF-16").option("splitBytes", 3).load("" + compressed);
    assertThat(lines.select("value", "offset").collectAsList())
        .extracting(Row::toString)
        .containsExactly("[drei,0]", "[vier,12]");
    Path japanese = Files.write(folder.resolve("j.txt"), "日\n本\n".getBytes("ISO-2022-JP"));
    assertThat(values(LocalSpark.utflow("ISO-2022-JP").option("splitBytes", 3).load("" + japanese)))
        .containsExactly("日", "本");
  }

  @Test
  void aLocalFileSystemMayBeSetUpByOptions() {
    assertThat(
            values(
                LocalSpark.utflow("UTF-16")
                    .option("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem")
                    .option("fs.file.impl.disable.cache", true)
                    .load("" + folder)))
        .isEqualTo(LINES);
  }
}
