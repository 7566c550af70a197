/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told about each line that was not as it should be. */
class ColumnsOfErrorsTest {
  @TempDir private Path folder;

  private List<String> errors(DataFrameReader reader, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("file.txt"), bytes);
    return reader
        .load("" + file)
        .select(
            functions.col("offset"),
            functions.length(functions.col("value")),
            functions.col("ill_formed_count"),
            functions.col("ill_formed_offset"),
            functions.col("truncated"))
        .collectAsList()
        .stream()
        .map(Row::toString)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100})
  void eachLineHasItsOwn(int splitBytes) throws IOException {
    byte[] bytes = "ab\n?x?\n\n?\ntoo long\n?z?".getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '?' ? (byte) 0xFF : bytes[i];
    }
    DataFrameReader reader =
        LocalSpark.utflow("UTF-8")
            .option("splitBytes", splitBytes)
            .option("maxLineLength", 5)
            .option("onTooLong", "truncate");
    assertThat(errors(reader, bytes))
        .containsExactly(
            "[0,2,0,null,false]",
            "[3,3,2,3,false]",
            "[7,0,0,null,false]",
            "[8,1,1,8,false]",
            "[10,5,0,null,true]",
            "[19,3,2,19,false]");
    assertThat(errors(reader.option("onTooLong", "discard").option("onMalformed", "skip"), bytes))
        .containsExactly(
            "[0,2,0,null,false]",
            "[3,1,2,3,false]",
            "[7,0,0,null,false]",
            "[8,0,1,8,false]",
            "[19,1,2,19,false]");
  }

  /** Lines longer than all buffers, so that sequences are counted before their line ends. */
  @Test
  void linesOfManyBuffersAreCountedInFull() throws IOException {
    byte[] damaged = new byte[200_000];
    Arrays.fill(damaged, (byte) 0xFF);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write('x');
    bytes.writeBytes(damaged);
    bytes.write('\n');
    bytes.write(0xFF);
    bytes.write('\n');
    bytes.writeBytes(damaged);
    bytes.write('y');
    DataFrameReader reader = LocalSpark.utflow("UTF-8").option("onMalformed", "skip");
    assertThat(errors(reader, bytes.toByteArray()))
        .containsExactly(
            "[0,1,200000,1,false]", "[200002,0,1,200002,false]", "[200004,1,200000,200004,false]");
    DataFrameReader discarding =
        LocalSpark.utflow("UTF-8").option("maxLineLength", 1000).option("onTooLong", "DISCARD");
    assertThat(errors(discarding, bytes.toByteArray()))
        .containsExactly("[200002,1,1,200002,false]");
  }
}
