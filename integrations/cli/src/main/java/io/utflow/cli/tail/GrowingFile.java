/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.FileProblem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, those that are appended, and after them those of the file that takes its
 * place.
 */
final class GrowingFile implements Closeable {
  /** What has become of the file besides growing. */
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
  private FileChannel channel;
  private @Nullable Object key;
  private long at;

  GrowingFile(Path file, long start) throws IOException {
    this.file = file;
    try {
      channel = FileChannel.open(file);
      key = key();
      at = start;
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  private @Nullable Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Reads the next bytes; false if there are none now. */
  boolean read(ByteBuffer buffer) throws IOException {
    try {
      int read = channel.read(buffer.clear(), at);
      at += Math.max(read, 0);
      buffer.flip();
      return read > 0;
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** Whether all that is to come is elsewhere; asked where nothing can be read. */
  Change change() throws IOException {
    try {
      if (!Objects.equals(key, key())) {
        return Change.ROTATED;
      }
      return channel.size() < at ? Change.TRUNCATED : Change.NONE;
    } catch (NoSuchFileException e) {
      return Change.NONE; // It was moved away, and the next has not been made.
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** Goes on at the start of what has the name now. */
  void beginAgain() throws IOException {
    channel.close();
    try {
      channel = FileChannel.open(file);
      key = key();
      at = 0;
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
