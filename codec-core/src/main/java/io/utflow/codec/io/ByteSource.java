/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;

/** Where bytes come from, some thousand at a time. For one thread at a time. */
abstract class ByteSource {
  /** What has been received, ready to be read. */
  final ByteBuffer bytes;

  private ByteSource(int size) {
    bytes = ByteBuffer.allocate(size).limit(0);
  }

  /** Receives at most {@code size} bytes at once. */
  static ByteSource of(InputStream in, int size) {
    return new OfStream(Objects.requireNonNull(in, "in"), size);
  }

  /** Receives at most {@code size} bytes at once. */
  static ByteSource of(ReadableByteChannel in, int size) {
    return new OfChannel(Objects.requireNonNull(in, "in"), size);
  }

  /** Waits for at least one byte more; false at the end of the source. All bytes have been read. */
  abstract boolean receive() throws IOException;

  /** Whether bytes can be received without waiting. */
  abstract boolean isReady() throws IOException;

  abstract void close() throws IOException;

  private static final class OfStream extends ByteSource {
    private final InputStream in;

    OfStream(InputStream in, int size) {
      super(size);
      this.in = in;
    }

    @Override
    boolean receive() throws IOException {
      int count = in.read(bytes.array());
      if (count == 0) {
        throw new IOException("the stream answered with no bytes and no end");
      }
      bytes.position(0).limit(Math.max(count, 0));
      return count > 0;
    }

    @Override
    boolean isReady() throws IOException {
      return in.available() > 0;
    }

    @Override
    void close() throws IOException {
      in.close();
    }
  }

  private static final class OfChannel extends ByteSource {
    private final ReadableByteChannel in;

    OfChannel(ReadableByteChannel in, int size) {
      super(size);
      this.in = in;
    }

    @Override
    boolean receive() throws IOException {
      bytes.clear();
      int count = 0;
      try {
        count = in.read(bytes);
      } finally {
        bytes.position(0).limit(Math.max(count, 0));
      }
      if (count == 0) {
        throw new IllegalBlockingModeException();
      }
      return count > 0;
    }

    @Override
    boolean isReady() {
      return false;
    }

    @Override
    void close() throws IOException {
      in.close();
    }
  }
}
