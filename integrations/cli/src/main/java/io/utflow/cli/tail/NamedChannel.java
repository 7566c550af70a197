/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that was opened by its name.
 *
 * @param channel reads it; the owner of this closes it
 * @param key tells this file from the next one that gets the name, or is null
 */
record NamedChannel(FileChannel channel, @Nullable Object key) {
  /** Opens a file. */
  interface Opener {
    FileChannel open(Path path) throws IOException;
  }

  /** Opens what has the name now. */
  static NamedChannel open(Path path) throws IOException {
    return open(path, FileChannel::open);
  }

  /** As {@link #open(Path)}, by an opener of a test. */
  static NamedChannel open(Path path, Opener opener) throws IOException {
    Object before = key(path);
    while (true) {
      FileChannel opened = opener.open(path);
      boolean isKept = false;
      try {
        // Where the log was rotated between the two, the key would be that of the file before.
        Object now = key(path);
        isKept = Objects.equals(before, now);
        if (isKept) {
          return new NamedChannel(opened, now);
        }
        before = now;
      } finally {
        if (!isKept) {
          opened.close();
        }
      }
    }
  }

  /** The key of the file that has the name now. */
  static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }
}
