/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.stage.LocatedLine;
import io.utflow.files.FileSplitReader;
import java.io.IOException;
import java.util.function.Function;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a split that is entered at its begin, and tells where the next begins. */
final class SplitLineReader<T> implements StreamFormat.Reader<T> {
  private final FileSplitReader<LocatedLine> lines;
  private final Function<LocatedLine, T> output;

  /**
   * The offset after the last line that was read. The remaining lines begin here or later, also if
   * the last one ended at a CR and an LF at this offset belongs to it.
   */
  private long next;

  SplitLineReader(FileSplitReader<LocatedLine> lines, long begin, Function<LocatedLine, T> output) {
    this.lines = lines;
    this.next = begin;
    this.output = output;
  }

  @Override
  public @Nullable T read() throws IOException {
    LocatedLine line = lines.next();
    if (line == null) {
      return null;
    }
    next = line.next().byteOffset();
    return output.apply(line);
  }

  @Override
  public CheckpointedPosition getCheckpointedPosition() {
    return new CheckpointedPosition(next, 0);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
