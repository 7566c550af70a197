/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.DataFrameReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused when it is loaded, what a task says when it fails, and what it leaves open. */
class FailuresTest {
  private static final String ONE_LINE = "0123456789\n";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeDamagedFile() throws IOException {
    byte[] bytes = ONE_LINE.repeat(10).getBytes(StandardCharsets.UTF_8);
    bytes[57] = (byte) 0xFF;
    file = Files.write(folder.resolve("damaged.txt"), bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "encoding | UTF-61 | UTF-61",
        "bom | strpi | use one of [PER_ENCODING, KEEP, STRIP, SNIFF, REQUIRE, STRICT]",
        "onMalformed | ignore | use one of [REPLACE, SKIP, REPORT]",
        "lineBreaks | CR | use one of [LF_OR_CRLF, LF_ONLY, CRLF, ANY, UNICODE]",
        "maxLineLength | 0 | 0",
        "maxLineLength | 1k | 1k",
        "onTooLong | cut | use one of [FAIL, TRUNCATE, DISCARD]",
        "splitBytes | 0 | give 1 or more",
        "recursiveFileLookup | yes | use true or false",
      })
  void aBadValueIsRefused(String option, String value, String message) {
    DataFrameReader reader = LocalSpark.utflow("UTF-8").option(option, value);
    assertThatThrownBy(() -> reader.load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("option " + option + ", " + value + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void whatWouldChangeNothingIsRefused() {
    assertThatThrownBy(() -> LocalSpark.utflow("UTF-8").option("lineSep", "\n").load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("option lineSep: use some of [bom, encoding, lineBreaks,");
    assertThatThrownBy(() -> LocalSpark.utflow("US-ASCII").option("bom", "require").load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("option bom, require: ");
    assertThatThrownBy(() -> LocalSpark.utflow("UTF-8").load())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("say what to read: load(path)");
    assertThatThrownBy(() -> LocalSpark.utflow("UTF-8").load(file + ".gone"))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("damaged.txt.gone: there is no such file or directory");
  }

  @Test
  void aSchemaOfOtherColumnsIsRefused() {
    assertThatThrownBy(() -> LocalSpark.utflow("UTF-8").schema("line STRING").load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("column line: there are [value, path, offset,");
    assertThatThrownBy(() -> LocalSpark.utflow("UTF-8").schema("offset INT").load("" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column offset is no INT but a BIGINT");
  }

  @Test
  void anIllFormedSequenceIsReportedWithItsFileAndItsByte() {
    DataFrameReader reader =
        LocalSpark.utflow("UTF-8").option("onMalformed", "report").option("splitBytes", 25);
    assertThatThrownBy(() -> reader.load("" + file).collectAsList())
        .rootCause()
        .hasMessage("INVALID_BYTE at byte 57 of UTF-8 text: FF");
    assertThatThrownBy(() -> reader.load("" + file).collectAsList())
        .hasStackTraceContaining(
            LocalSpark.uri(file) + ": INVALID_BYTE at byte 57 of UTF-8 text: FF");
  }

  @Test
  void aLineThatIsTooLongIsReportedWithItsFileAndItsByte() throws IOException {
    Files.write(file, (ONE_LINE + "x".repeat(11)).getBytes(StandardCharsets.UTF_8));
    DataFrameReader reader =
        LocalSpark.utflow("UTF-8").option("maxLineLength", 10).option("splitBytes", 5);
    assertThatThrownBy(() -> reader.load("" + file).collectAsList())
        .hasStackTraceContaining(
            LocalSpark.uri(file)
                + ": the line that begins at byte 11 is longer than 10 chars; set the option"
                + " maxLineLength or onTooLong");
  }

  @Test
  @Timeout(300)
  void streamsAreClosedBehindTheirRowsAndByFailuresAndByWhoeverNeedsNoMore() {
    DataFrameReader reader =
        LocalSpark.utflow("UTF-8")
            .option("fs.file.impl", Counting.class.getName())
            .option("fs.file.impl.disable.cache", true)
            .option("splitBytes", 30);
    assertThat(reader.load("" + file).count()).isEqualTo(10);
    assertThat(reader.load("" + file).limit(1).collectAsList()).hasSize(1);
    assertThatThrownBy(() -> reader.option("onMalformed", "report").load("" + file).collectAsList())
        .hasStackTraceContaining("INVALID_BYTE");
    assertThat(Counting.OPENED.get()).isGreaterThanOrEqualTo(6);
    // A task that runs beside the one that failed ends a moment later.
    while (Counting.CLOSED.get() < Counting.OPENED.get()) {
      Thread.onSpinWait();
    }
  }

  /** Counts the streams that it opens and that are closed. */
  public static final class Counting extends RawLocalFileSystem {
    static final AtomicInteger OPENED = new AtomicInteger();
    static final AtomicInteger CLOSED = new AtomicInteger();

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      OPENED.incrementAndGet();
      return new FSDataInputStream(super.open(path, bufferSize)) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          if (!closed) {
            closed = true;
            CLOSED.incrementAndGet();
          }
          super.close();
        }
      };
    }
  }
}
