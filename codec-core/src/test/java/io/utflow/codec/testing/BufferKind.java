/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.nio.ByteBuffer;

/** The kinds of {@code ByteBuffer} that a decoder meets. */
public enum BufferKind {
  /** An array from its start. */
  HEAP {
    @Override
    ByteBuffer empty(int capacity) {
      return ByteBuffer.allocate(capacity);
    }
  },
  /** Memory outside the heap. */
  DIRECT {
    @Override
    ByteBuffer empty(int capacity) {
      return ByteBuffer.allocateDirect(capacity);
    }
  },
  /** An array that the buffer does not show. */
  READ_ONLY {
    @Override
    ByteBuffer empty(int capacity) {
      return ByteBuffer.allocate(capacity);
    }

    @Override
    public ByteBuffer of(byte[] bytes) {
      return super.of(bytes).asReadOnlyBuffer();
    }
  },
  /** A part of an array, with an offset. */
  SLICED {
    @Override
    ByteBuffer empty(int capacity) {
      return ByteBuffer.allocate(capacity + 3).position(3).slice();
    }
  };

  /** What stands around the bytes, and would be seen as text or as the end of a sequence. */
  private static final byte[] AROUND = {'z', (byte) 0xBF, (byte) 0xDC, 0};

  abstract ByteBuffer empty(int capacity);

  /** A buffer of this kind with these bytes to read and others before and behind them. */
  public ByteBuffer of(byte[] bytes) {
    ByteBuffer buffer = empty(bytes.length + 2 * AROUND.length);
    buffer.put(AROUND).put(bytes).put(AROUND);
    return buffer.position(AROUND.length).limit(AROUND.length + bytes.length);
  }
}
