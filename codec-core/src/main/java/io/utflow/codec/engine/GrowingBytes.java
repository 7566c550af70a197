/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An array that grows as bytes are written to it. */
final class GrowingBytes {
  /** What virtual machines allocate at most. */
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  private ByteBuffer buffer;

  GrowingBytes(int length) {
    buffer = ByteBuffer.allocate(length);
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /**
   * Makes room for more.
   *
   * @throws OutOfMemoryError if no array is long enough
   */
  void grow() {
    long wished =
        (long) buffer.capacity() + Math.max(buffer.capacity() >> 1, Workspace.WINDOW_BYTES);
    int length = (int) Math.min(wished, LONGEST);
    if (length == buffer.capacity()) {
      throw new OutOfMemoryError("the text takes more bytes than an array holds");
    }
    byte[] longer = Arrays.copyOf(buffer.array(), length);
    buffer = ByteBuffer.wrap(longer).position(buffer.position());
  }

  byte[] written() {
    return Arrays.copyOf(buffer.array(), buffer.position());
  }
}
