/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Where bytes come from, some thousand at a time. For one thread at a time. */
final class ByteSource implements Closeable {
  /** The received bytes, ready to be read. */
  final ByteBuffer bytes;

  private final InputStream in;

  /** Receives at most {@code size} bytes at once. */
  ByteSource(InputStream in, int size) {
    this.in = Objects.requireNonNull(in, "in");
    this.bytes = ByteBuffer.allocate(size).limit(0);
  }

  /** Waits for at least one byte more; false at the end of the source. All bytes have been read. */
  boolean receive() throws IOException {
    int count = 0;
    try {
      count = in.read(bytes.array());
    } finally {
      bytes.position(0).limit(Math.max(count, 0));
    }
    if (count == 0) {
      throw new IOException("the stream answered with no bytes and no end");
    }
    return count > 0;
  }

  /** Whether bytes can be received without waiting. */
  boolean isReady() throws IOException {
    return in.available() > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
