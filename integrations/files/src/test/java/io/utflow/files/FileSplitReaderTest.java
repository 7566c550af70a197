/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** L11 through a stream that gives few bytes at a time. */
class FileSplitReaderTest {
  private static final byte[] FILE =
      "eins\r\n😀\n\nvier \uD83D\uDE00\r\nohne Ende".getBytes(StandardCharsets.UTF_16LE);
  private static final DecoderSpec SPEC = DecoderSpec.of(TextEncoding.UTF_16LE);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  @Test
  void theLinesOfTheSplitsAreTheLinesOfTheFile() throws IOException {
    List<String> all =
        drain(FileSplitReader.ofWholeFile(Stages.locatedLines(SPEC, LINES), new Few(0)));
    assertThat(all).containsExactly("0 eins", "12 😀", "18 ", "20 vier 😀", "38 ohne Ende");
    for (int length = 1; length <= FILE.length; length++) {
      List<String> lines = new ArrayList<>();
      for (int begin = 0; begin < FILE.length; begin += length) {
        var split = Stages.splitLines(SPEC, LINES, begin, begin + length);
        lines.addAll(drain(FileSplitReader.of(split, new Few((int) split.readFrom()))));
      }
      assertThat(lines).as("splits of %d bytes", length).isEqualTo(all);
    }
  }

  @Test
  void whatItNeedsNotIsNotRead() throws IOException {
    var split = Stages.splitLines(SPEC, LINES, 0, 2);
    try (var reader = FileSplitReader.of(split, broken())) {
      assertThat(reader.next()).extracting(LocatedLine::text).isEqualTo("eins");
      assertThat(reader.next()).isNull();
      assertThat(reader.next()).isNull();
    }
    try (var reader = FileSplitReader.ofWholeFile(Stages.locatedLines(SPEC, LINES), broken())) {
      assertThat(reader.next()).extracting(LocatedLine::text).isEqualTo("eins");
      assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void theFileIsClosedWithTheReader() throws IOException {
    Few file = new Few(0);
    FileSplitReader.ofWholeFile(Stages.locatedLines(SPEC, LINES), file).close();
    assertThat(file.closed).isTrue();
  }

  /** It would be asked for ever. */
  @Test
  void aStreamThatAnswersWithNothingIsRefused() throws IOException {
    InputStream empty =
        new InputStream() {
          private boolean asked;

          @Override
          public int read() {
            return 'a';
          }

          @Override
          public int read(byte[] to, int from, int length) {
            assertThat(asked).as("asked again").isFalse();
            asked = true;
            return 0;
          }
        };
    try (var reader = FileSplitReader.ofWholeFile(Stages.locatedLines(SPEC, LINES), empty)) {
      assertThatThrownBy(reader::next).isInstanceOf(IOException.class);
    }
  }

  /** The first line and its terminator, and then an error. */
  private static InputStream broken() {
    return new SequenceInputStream(
        new ByteArrayInputStream(FILE, 0, 12),
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new EOFException("read beyond the split");
          }
        });
  }

  private static List<String> drain(FileSplitReader<LocatedLine> reader) throws IOException {
    List<String> lines = new ArrayList<>();
    try (reader) {
      for (LocatedLine line = reader.next(); line != null; line = reader.next()) {
        lines.add(line.begin() + " " + line.text());
      }
    }
    return lines;
  }

  /** Gives at most three bytes at a time. */
  private static final class Few extends ByteArrayInputStream {
    private boolean closed;

    Few(int from) {
      super(FILE, from, FILE.length - from);
    }

    @Override
    public synchronized int read(byte[] to, int from, int length) {
      return super.read(to, from, Math.min(length, 3));
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
