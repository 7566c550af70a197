/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.files;

import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FileSplit;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads one split of a file. For one thread at a time. */
final class SplitReader<O> {
  /** Behind its end a split has, as a rule, the rest of one line. */
  private static final int BEHIND = 1 << 12;

  private final OpenFile file;
  private final ByteStage<O> stage;
  private final @Nullable FileSplit<O> split;
  private final ByteBuffer buffer;
  private final long end;
  private long at;
  private boolean ended;

  /**
   * @param split what becomes of the bytes
   * @param end where the split ends, to which its bytes are read in full buffers
   * @param buffer belongs to the reader until it is read to its end
   */
  static <O> SplitReader<O> of(OpenFile file, FileSplit<O> split, long end, ByteBuffer buffer) {
    return new SplitReader<>(file, split, split, split.readFrom(), end, buffer);
  }

  /** Reads all of a file that cannot be split. */
  static <O> SplitReader<O> ofAll(OpenFile file, ByteStage<O> stage, ByteBuffer buffer) {
    return new SplitReader<>(file, stage, null, 0, file.size(), buffer);
  }

  private SplitReader(
      OpenFile file,
      ByteStage<O> stage,
      @Nullable FileSplit<O> split,
      long from,
      long end,
      ByteBuffer buffer) {
    this.file = file;
    this.stage = stage;
    this.split = split;
    this.at = from;
    this.end = end;
    this.buffer = buffer;
  }

  /** The next output, or null behind the last. */
  @Nullable O next() throws IOException {
    O output = stage.poll();
    while (output == null && read()) {
      output = stage.poll();
    }
    return output;
  }

  /** Brings the stage, which needs input, more of the file. False: there is nothing to bring. */
  private boolean read() throws IOException {
    if (ended || split != null && split.isComplete()) {
      return false;
    }
    if (at >= file.size()) {
      ended = true;
      stage.endOfInput();
      return true;
    }
    file.read(buffer, at, at < end ? end - at : BEHIND);
    at += buffer.remaining();
    stage.offer(buffer);
    return true;
  }

  void close() {
    stage.close();
  }
}
