/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a task says when it fails, and what it leaves open. */
class FailuresTest {
  private static final String ONE_LINE = "0123456789\n";

  @TempDir private java.nio.file.Path folder;

  private final Configuration configuration = new Configuration();

  private Path write(String name, byte[] bytes) throws IOException {
    return new Path(Files.write(folder.resolve(name), bytes).toUri());
  }

  @Test
  void anIllFormedSequenceIsReportedWithItsFileAndItsByte() throws Exception {
    byte[] bytes = ONE_LINE.repeat(10).getBytes(StandardCharsets.UTF_8);
    bytes[57] = (byte) 0xFF;
    Path file = write("damaged.txt", bytes);
    EncodedTextInputFormat.configure(
        configuration,
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT),
        LineSpec.of(LineBreaks.ANY));
    assertThatThrownBy(() -> Records.of(Records.task(configuration), file, 40, 40))
        .isInstanceOf(IOException.class)
        .hasMessage(file + ": INVALID_BYTE at byte 57 of UTF-8 text: FF")
        .hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(Records.of(Records.task(configuration), file, 0, 50)).hasSize(5);
    assertThat(Records.of(Records.task(configuration), file, 60, 50)).hasSize(4);
  }

  @Test
  void aLineThatIsTooLongIsReportedWithItsFileAndItsByte() throws Exception {
    Path file = write("long.txt", (ONE_LINE + "x".repeat(11)).getBytes(StandardCharsets.UTF_8));
    configuration.setInt(EncodedTextInputFormat.MAX_LINE_LENGTH, 10);
    assertThatThrownBy(() -> Records.of(Records.task(configuration), file, 5, 20))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file
                + ": the line that begins at byte 11 is longer than 10 chars; set"
                + " utflow.input.max-line-length or utflow.input.on-too-long");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "encoding | UTF-61 | UTF-61",
        "encoding | auto:UTF-61 | UTF-61",
        "bom | strpi | use one of [PER_ENCODING, KEEP, STRIP, SNIFF, REQUIRE, STRICT]",
        "bom | keep-it | use one of",
        "on-malformed | ignore | use one of [REPLACE, REPORT, SKIP]",
        "line-breaks | CR | use one of [LF_OR_CRLF, LF_ONLY, CRLF, ANY, UNICODE]",
        "max-line-length | 0 | 1",
        "max-line-length | 1k | 1k",
        "on-too-long | cut | use one of [FAIL, TRUNCATE, DISCARD]"
      })
  void aBadValueFailsBeforeTheJobIsSubmitted(String key, String value, String message)
      throws Exception {
    Path file = write("any.txt", new byte[0]);
    configuration.set("utflow.input." + key, value);
    assertThatThrownBy(() -> Records.splits(configuration, file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("utflow.input." + key + "=" + value + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void aPolicyThatTheEncodingDoesNotKnowFailsBeforeTheJobIsSubmitted() throws Exception {
    Path file = write("any.txt", new byte[0]);
    configuration.set(EncodedTextInputFormat.ENCODING, "ISO-8859-1");
    configuration.set(EncodedTextInputFormat.BOM, "require");
    assertThatThrownBy(() -> Records.splits(configuration, file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("utflow.input.bom=require: ");
  }

  @Test
  void whatNoKeyCanSayIsRefused() {
    LineSpec lines = LineSpec.of(LineBreaks.CRLF);
    DecoderSpec text = DecoderSpec.of(TextEncoding.UTF_8);
    for (DecoderSpec spec :
        new DecoderSpec[] {
          text.observer(found -> {}),
          text.onMalformed(MalformedPolicy.replaceWith("?")),
          text.onMalformed(MalformedPolicy.REPLACE.atMost(1))
        }) {
      assertThatThrownBy(() -> EncodedTextInputFormat.configure(configuration, spec, lines))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("A configuration holds");
    }
    for (LineSpec spec :
        new LineSpec[] {
          lines.keepTerminator(true), lines.refuseBareBreaks(), lines.observer(line -> {})
        }) {
      assertThatThrownBy(() -> EncodedTextInputFormat.configure(configuration, text, spec))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("A configuration holds");
    }
    assertThat(configuration.get(EncodedTextInputFormat.ENCODING)).isNull();
  }

  @Test
  void aSplitInTheMiddleOfWhatCannotBeSplitIsRefused() throws Exception {
    Path file = write("any.txt", new byte[10]);
    configuration.set(EncodedTextInputFormat.ENCODING, "ISO-2022-JP");
    assertThat(Records.splits(configuration, file)).hasSize(1);
    assertThatThrownBy(() -> Records.of(Records.task(configuration), file, 5, 5))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be split in ISO-2022-JP");
  }

  @Test
  void streamsAreClosedByTheReaderAndByFailures() throws Exception {
    configuration.setClass("fs.file.impl", Counting.class, RawLocalFileSystem.class);
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    Path good = write("good.txt", ONE_LINE.getBytes(StandardCharsets.UTF_8));
    assertThat(Records.of(Records.task(configuration), good, 0, 5)).hasSize(1);
    Path noGzip = write("no.gz", ONE_LINE.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Records.of(Records.task(configuration), noGzip, 0, 5))
        .isInstanceOf(IOException.class);
    configuration.set("io.compression.codecs", Failing.class.getName());
    Path failing = write("a.failing", new byte[0]);
    assertThatThrownBy(
            () ->
                Records.open(
                    Records.task(configuration), new FileSplit(failing, 0, 5, new String[0])))
        .hasMessage(failing + ": no stream");
    assertThat(Counting.OPENED.get()).isEqualTo(3);
    assertThat(Counting.CLOSED.get()).isEqualTo(3);
  }

  /**
   * Where the encoding is found out, what cannot be decompressed fails before there is a reader to
   * close. Decompressors of gzip in Java are in no pool, those of zlib are.
   */
  @Test
  void aDecompressorIsGivenBackWhenTheHeadCannotBeRead() throws Exception {
    Path noZlib = write("no.deflate", ONE_LINE.getBytes(StandardCharsets.UTF_8));
    configuration.set(EncodedTextInputFormat.ENCODING, "auto:windows-1252");
    CompressionCodec codec = InputFile.codec(configuration, noZlib);
    int leased = CodecPool.getLeasedDecompressorsCount(codec);
    assertThatThrownBy(() -> Records.of(Records.task(configuration), noZlib, 0, 5))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(noZlib + ": ");
    assertThat(CodecPool.getLeasedDecompressorsCount(codec)).isEqualTo(leased);
  }

  /** Counts the streams that it opens and that are closed. */
  public static final class Counting extends RawLocalFileSystem {
    static final AtomicInteger OPENED = new AtomicInteger();
    static final AtomicInteger CLOSED = new AtomicInteger();

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      OPENED.incrementAndGet();
      return new FSDataInputStream(super.open(file, bufferSize)) {
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

  /** A codec that makes no stream. */
  public static final class Failing extends org.apache.hadoop.io.compress.DefaultCodec {
    @Override
    public org.apache.hadoop.io.compress.CompressionInputStream createInputStream(
        java.io.InputStream in, org.apache.hadoop.io.compress.Decompressor decompressor)
        throws IOException {
      throw new IOException("no stream");
    }

    @Override
    public String getDefaultExtension() {
      return ".failing";
    }
  }
}
