/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * The last bytes that were read of a log. If they are no longer where they stood, the log was
 * truncated and has grown beyond that place since, which its size does not tell.
 */
final class BytesBefore {
  private static final int MOST = 1024;

  private byte[] kept = {};

  /** Takes the bytes that end at a place of a log which is read from there on. */
  void begin(FileChannel log, long at) throws IOException {
    kept = present(log, at, (int) Math.min(at, MOST));
  }

  /** Takes bytes that were read after those before; the position of the buffer does not change. */
  void add(ByteBuffer read) {
    int taken = Math.min(read.remaining(), MOST);
    int stay = Math.min(kept.length, MOST - taken);
    byte[] both = Arrays.copyOfRange(kept, kept.length - stay, kept.length + taken);
    read.get(read.limit() - taken, both, stay, taken);
    kept = both;
  }

  /**
   * Whether a log still has them before a place. A program that goes on writing where it was after
   * the log was truncated leaves NULs before it: the log goes on there.
   */
  boolean areBefore(FileChannel log, long at) throws IOException {
    byte[] present = present(log, at, kept.length);
    return Arrays.equals(present, kept) || isHole(present);
  }

  private static boolean isHole(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] present(FileChannel log, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    int read = length;
    while (bytes.hasRemaining() && read > 0) {
      read = log.read(bytes, at - length + bytes.position());
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
