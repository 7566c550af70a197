/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FileSplit;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads one split of a file from an {@link InputStream}, for engines that distribute splits and
 * open files themselves. Asks for outputs one at a time, so that memory stays constant. For one
 * thread at a time.
 *
 * <pre>{@code
 * FileSplit<LocatedLine> split = Stages.splitLines(spec, lines, begin, end);
 * InputStream in = java.nio.channels.Channels.newInputStream(file.position(split.readFrom()));
 * try (FileSplitReader<LocatedLine> reader = FileSplitReader.of(split, in)) {
 *   for (LocatedLine line = reader.next(); line != null; line = reader.next()) {
 *     System.out.println(line.begin() + ": " + line.text());
 *   }
 * }
 * }</pre>
 *
 * @param <O> what comes out
 */
public final class FileSplitReader<O> implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Where bytes come from, one after the other. */
  interface Source {
    /**
     * Reads some bytes, or as many as fit.
     *
     * @return null after the last
     */
    @Nullable ByteBuffer read() throws IOException;
  }

  private final ByteStage<O> stage;
  private final @Nullable FileSplit<O> split;
  private final Source source;
  private final Closeable file;
  private boolean ended;

  private FileSplitReader(
      ByteStage<O> stage, @Nullable FileSplit<O> split, Source source, Closeable file) {
    this.stage = stage;
    this.split = split;
    this.source = source;
    this.file = file;
  }

  /**
   * A reader of one split.
   *
   * @param <O> what comes out
   * @param split what becomes of the bytes; a new one
   * @param file its next byte is that at {@link FileSplit#readFrom()}; it ends where the file ends,
   *     for the last line of a split may end in the next. Closed with the reader
   * @return a reader
   */
  public static <O> FileSplitReader<O> of(FileSplit<O> split, InputStream file) {
    return new FileSplitReader<>(split, split, bytes(file), file);
  }

  /**
   * A reader of a file that cannot be split.
   *
   * @param <O> what comes out
   * @param stage what becomes of the bytes; a new one
   * @param file its next byte is the first of the file. Closed with the reader
   * @return a reader
   */
  public static <O> FileSplitReader<O> ofWholeFile(ByteStage<O> stage, InputStream file) {
    return new FileSplitReader<>(Objects.requireNonNull(stage, "stage"), null, bytes(file), file);
  }

  private static Source bytes(InputStream file) {
    Objects.requireNonNull(file, "file");
    byte[] buffer = new byte[BUFFER_BYTES];
    return () -> {
      int bytes = file.read(buffer);
      if (bytes == 0) {
        throw new IOException("the stream answered with no bytes and no end");
      }
      return bytes < 0 ? null : ByteBuffer.wrap(buffer, 0, bytes);
    };
  }

  /** For a file that stays open, which is read in full buffers to {@code end}. */
  static <O> FileSplitReader<O> of(FileSplit<O> split, OpenFile file, long end, ByteBuffer buffer) {
    return new FileSplitReader<>(split, split, file.from(split.readFrom(), end, buffer), () -> {});
  }

  /** All of a file that stays open. */
  static <O> FileSplitReader<O> ofWholeFile(ByteStage<O> stage, OpenFile file, ByteBuffer buffer) {
    return new FileSplitReader<>(stage, null, file.from(0, file.size(), buffer), () -> {});
  }

  /**
   * Reads as much of the file as the next output needs.
   *
   * @return the next output, or null after the last
   * @throws IOException if the file cannot be read
   * @throws io.utflow.codec.IllFormedTextException if a policy reports; the outputs before it were
   *     returned
   */
  public @Nullable O next() throws IOException {
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
    ByteBuffer bytes = source.read();
    if (bytes == null) {
      ended = true;
      stage.endOfInput();
    } else {
      stage.offer(bytes);
    }
    return true;
  }

  /** Closes the stage and the file. */
  @Override
  public void close() throws IOException {
    try {
      closeStage();
    } finally {
      file.close();
    }
  }

  void closeStage() {
    stage.close();
  }
}
