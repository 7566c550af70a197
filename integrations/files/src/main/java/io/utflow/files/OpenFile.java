/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a file has when it is opened: bytes that are appended later are not seen.
 * Thread-safe.
 *
 * @param path by which it was opened; it may lead to another file by now
 * @param key by which its file system tells it from other files; null if that has no such key
 * @param read counts the bytes that were read
 * @param isWanted whether a caller still waits for the bytes
 */
record OpenFile(
    Path path,
    @Nullable Object key,
    FileChannel channel,
    long size,
    LongAdder read,
    BooleanSupplier isWanted) {

  /** The bytes read at once after the end of a split, where as a rule the rest of one line is. */
  private static final int BEHIND = 1 << 12;

  private OpenFile(Path path, FileChannel channel) throws IOException {
    this(path, keyOf(path), channel, channel.size(), new LongAdder(), () -> true);
  }

  private static @Nullable Object keyOf(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /**
   * Opens a file. One that does not tell its size is read to its end first, into a temporary file.
   *
   * @throws FileSystemException if it is no regular file
   */
  static OpenFile open(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new FileSystemException(
          path.toString(), null, "not a regular file, so it cannot be entered in the middle");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      if (!tellsItsSize(channel)) {
        channel = copyOf(channel);
      }
      return new OpenFile(path, channel);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /**
   * A file in /proc has bytes and reports a size of 0; one in /sys has fewer than the 4096 that it
   * reports. A file whose size has changed meanwhile, or that cannot be read there, is not judged.
   */
  private static boolean tellsItsSize(FileChannel channel) throws IOException {
    long size = channel.size();
    boolean hasLast = channel.read(ByteBuffer.allocate(1), Math.max(0, size - 1)) > 0;
    return hasLast == size > 0 || channel.size() != size;
  }

  /**
   * A temporary file with the same bytes, which is gone when it is closed, as the given one is. Not
   * by {@code InputStream.transferTo}, which on JDK 25 asks a channel for its size and never ends
   * at one that says 0.
   */
  private static FileChannel copyOf(FileChannel channel) throws IOException {
    try (channel) {
      Path path = Files.createTempFile("utflow-", null);
      FileChannel copy =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      try {
        ByteBuffer bytes = ByteBuffer.allocate(8192);
        while (channel.read(bytes.clear()) >= 0) {
          bytes.flip();
          while (bytes.hasRemaining()) {
            copy.write(bytes);
          }
        }
        return copy;
      } catch (Throwable e) {
        copy.close();
        throw e;
      }
    }
  }

  /** The same file for an operation that may be closed before it is done. */
  OpenFile whileWanted(BooleanSupplier wanted) {
    return new OpenFile(path, key, channel, size, read, wanted);
  }

  /**
   * Whether a path leads to this file, by whatever name, also if it was renamed since it was opened
   * or its name leads to another file now.
   */
  boolean isAt(Path other) throws IOException {
    if (!Files.exists(other)
        || !other.getFileSystem().provider().equals(path.getFileSystem().provider())) {
      return false;
    }
    return key == null
        ? Files.exists(path) && Files.isSameFile(other, path)
        : key.equals(keyOf(other));
  }

  /** All of it as one split. */
  FileRange all() {
    return new FileRange(0, size);
  }

  /** {@return ranges of so many bytes that cover the file, at least one} */
  List<FileRange> ranges(int bytes) {
    List<FileRange> ranges = new ArrayList<>();
    long begin = 0;
    do {
      long end = Math.min(size, begin + bytes);
      ranges.add(new FileRange(begin, end));
      begin = end;
    } while (begin < size);
    return ranges;
  }

  /**
   * Fills a buffer from its start, as far as the file and {@code most} allow, and flips it.
   *
   * @throws FileChangedException if the file has become shorter
   * @throws CancellationException if no caller waits for it
   * @throws InterruptedIOException if the thread is interrupted; in a read the channel would be
   *     closed by that, for all threads
   */
  void read(ByteBuffer buffer, long at, long most) throws IOException {
    if (!isWanted.getAsBoolean()) {
      throw new CancellationException("closed");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted before byte " + at + " of " + path);
    }
    buffer.clear().limit((int) Math.min(buffer.capacity(), Math.min(most, size - at)));
    while (buffer.hasRemaining()) {
      int bytes = channel.read(buffer, at + buffer.position());
      if (bytes < 0) {
        throw new FileChangedException(path.toString(), at + buffer.position(), size);
      }
      read.add(bytes);
    }
    buffer.flip();
  }

  /**
   * Its bytes from an offset on: to {@code end} in full buffers, after it in small ones.
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
