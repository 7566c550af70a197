/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.LongAdder;

/**
 * The bytes that a file has when it is opened: what is appended later is not seen. Thread-safe.
 *
 * @param name for messages
 * @param read counts the bytes that were read
 */
record OpenFile(String name, FileChannel channel, long size, LongAdder read) {

  /**
   * Fills a buffer from its start, as far as the file and {@code most} allow, and flips it.
   *
   * @throws FileChangedException if the file has become shorter
   */
  void read(ByteBuffer buffer, long at, long most) throws IOException {
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
}
