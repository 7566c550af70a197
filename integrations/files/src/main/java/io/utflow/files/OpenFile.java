/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a file has when it is opened: what is appended later is not seen. Thread-safe.
 *
 * @param name for messages
 * @param read counts the bytes that were read
 * @param isWanted whether somebody still waits for what is read
 */
record OpenFile(
    String name, FileChannel channel, long size, LongAdder read, BooleanSupplier isWanted) {

  /** Behind its end a split has, as a rule, the rest of one line. */
  private static final int BEHIND = 1 << 12;

  OpenFile(String name, FileChannel channel) throws IOException {
    this(name, channel, channel.size(), new LongAdder(), () -> true);
  }

  /** The same file for an operation that may be closed before it is done. */
  OpenFile whileWanted(BooleanSupplier wanted) {
    return new OpenFile(name, channel, size, read, wanted);
  }

  /** All of it as one split. */
  FileRange all() {
    return new FileRange(0, size);
  }

  /**
   * Fills a buffer from its start, as far as the file and {@code most} allow, and flips it.
   *
   * @throws FileChangedException if the file has become shorter
   * @throws CancellationException if nobody wants it
   * @throws InterruptedIOException if the thread is interrupted; in a read the channel would be
   *     closed by that, for all threads
   */
  void read(ByteBuffer buffer, long at, long most) throws IOException {
    if (!isWanted.getAsBoolean()) {
      throw new CancellationException("closed");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted before byte " + at + " of " + name);
    }
    buffer.clear().limit((int) Math.min(buffer.capacity(), Math.min(most, size - at)));
    while (buffer.hasRemaining()) {
      int bytes = channel.read(buffer, at + buffer.position());
      if (bytes < 0) {
        throw new FileChangedException(name, at + buffer.position(), size);
      }
      read.add(bytes);
    }
    buffer.flip();
  }

  /**
   * Its bytes from an offset on: to {@code end} in full buffers, behind it in small ones.
   *
   * @param buffer belongs to the source
   */
  FileSplitReader.Source from(long begin, long end, ByteBuffer buffer) {
    return new FileSplitReader.Source() {
      private long at = begin;

      @Override
      public @Nullable ByteBuffer read() throws IOException {
        if (at >= size) {
          return null;
        }
        OpenFile.this.read(buffer, at, at < end ? end - at : BEHIND);
        at += buffer.remaining();
        return buffer;
      }
    };
  }
}
