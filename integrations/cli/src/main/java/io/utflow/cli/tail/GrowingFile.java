/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.FileProblem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, those that are appended, and after them those of the file that takes its
 * place.
 */
final class GrowingFile implements Closeable {
  /** The changes of a file other than growing. */
  enum Change {
    NONE(""),
    TRUNCATED("truncated: read from its start"),
    ROTATED("rotated: the new file is read");

    private final String words;

    Change(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private final Path file;
  private NamedChannel log;
  private @Nullable NamedChannel next;
  private final BytesBefore before = new BytesBefore();
  private long at;

  /** Whether all that was there was read, and more may have come since. */
  private boolean waited;

  /** Whether the file was truncated, and has grown beyond the bytes that were read. */
  private boolean rewritten;

  GrowingFile(Path file, long start) throws IOException {
    this.file = file;
    try {
      log = NamedChannel.open(file);
      at = start;
      before.begin(log.channel(), start);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** Reads the next bytes; false if no more bytes of the same content are there now. */
  boolean read(ByteBuffer buffer) throws IOException {
    try {
      rewritten |= waited && log.channel().size() > at && !before.areBefore(log.channel(), at);
      if (rewritten) {
        return false;
      }
      int read = log.channel().read(buffer.clear(), at);
      at += Math.max(read, 0);
      buffer.flip();
      before.add(buffer);
      waited = read <= 0;
      return read > 0;
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /**
   * Whether all that is to come is elsewhere; asked where nothing can be read. The file that has
   * taken the place is open then, whatever becomes of its name.
   */
  Change change() throws IOException {
    try {
      if (next == null && !Objects.equals(log.key(), NamedChannel.key(file))) {
        next = NamedChannel.open(file);
      }
      if (next != null) {
        return Change.ROTATED;
      }
      return rewritten || log.channel().size() < at ? Change.TRUNCATED : Change.NONE;
    } catch (NoSuchFileException e) {
      return Change.NONE; // It was moved away, and the next has not been made.
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** Goes on at the start of the next file, or of the one that was truncated. */
  void beginAgain() throws IOException {
    if (next != null) {
      log.channel().close();
      log = next;
      next = null;
    }
    at = 0;
    before.begin(log.channel(), 0);
    rewritten = false;
  }

  @Override
  public void close() throws IOException {
    log.channel().close();
    if (next != null) {
      next.channel().close();
    }
  }
}
