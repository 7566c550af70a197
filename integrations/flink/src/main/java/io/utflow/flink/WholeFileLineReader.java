/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.stage.LocatedLine;
import io.utflow.files.FileSplitReader;
import java.io.IOException;
import java.util.function.Function;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file that cannot be split from its start, and hands on the lines that begin in a split.
 * Tells no position: Flink counts lines. In UTF-7 two of them may begin in one byte.
 */
final class WholeFileLineReader<T> implements StreamFormat.Reader<T> {
  private final FileSplitReader<LocatedLine> lines;
  private final long begin;
  private final long end;
  private final Function<LocatedLine, T> output;

  WholeFileLineReader(
      FileSplitReader<LocatedLine> lines, long begin, long end, Function<LocatedLine, T> output) {
    this.lines = lines;
    this.begin = begin;
    this.end = end;
    this.output = output;
  }

  @Override
  public @Nullable T read() throws IOException {
    LocatedLine line = lines.next();
    while (line != null && line.begin() < begin) {
      line = lines.next();
    }
    return line == null || line.begin() >= end ? null : output.apply(line);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
