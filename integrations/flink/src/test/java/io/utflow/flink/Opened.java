/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.files.FileSplitReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.FSDataInputStream;

/** A file in memory as Flink opens it, which gives at most three bytes at a time. */
final class Opened extends FSDataInputStream {
  private static final int MOST_BYTES = 3;

  private final byte[] file;
  private int position;
  private boolean closed;

  Opened(byte[] file, long position) {
    this.file = file;
    seek(position);
  }

  @Override
  public void seek(long position) {
    if (position < 0 || position > file.length) {
      throw new IllegalArgumentException("seek to " + position + " of " + file.length);
    }
    this.position = (int) position;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public int read() {
    return position == file.length ? -1 : file[position++] & 0xFF;
  }

  @Override
  public int read(byte[] to, int from, int length) {
    if (position == file.length) {
      return -1;
    }
    int count = Math.min(Math.min(MOST_BYTES, length), file.length - position);
    System.arraycopy(file, position, to, from, count);
    position += count;
    return count;
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** All that a reader reads. */
  static <T> List<T> drain(StreamFormat.Reader<T> reader) throws IOException {
    List<T> lines = new ArrayList<>();
    try (reader) {
      for (T line = reader.read(); line != null; line = reader.read()) {
        lines.add(line);
      }
      if (reader.read() != null) {
        throw new AssertionError("a line behind the end");
      }
    }
    return lines;
  }

  /** What one machine reads. */
  static List<FileLine> whole(DecoderSpec spec, LineSpec lines, byte[] file) throws IOException {
    List<FileLine> all = new ArrayList<>();
    try (FileSplitReader<LocatedLine> reader =
        FileSplitReader.ofWholeFile(
            Stages.locatedLines(spec, lines), new ByteArrayInputStream(file))) {
      for (LocatedLine line = reader.next(); line != null; line = reader.next()) {
        all.add(FileLine.of(line));
      }
    }
    return all;
  }
}
