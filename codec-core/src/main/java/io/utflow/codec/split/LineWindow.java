/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Arrays that a splitter borrows while it reads an input: for the bytes of a buffer without an
 * accessible array, and for decoded text. For a short input they are as short as that; for others
 * they come from a small pool of the process (law L4).
 */
final class LineWindow extends Pooled {
  private static final byte[] NO_BYTES = new byte[0];
  static final int SIZE = 8192;

  /** Inputs up to this length get a window of their length. */
  private static final int SHORT = 1024;

  private static final Pool<LineWindow> POOL = new Pool<>(() -> new LineWindow(SIZE));

  private final int size;
  private byte[] bytes = NO_BYTES;
  private char @Nullable [] chars;

  /** The position in the input of the first of the {@link #staged} bytes. */
  private int stagedAt;

  private int staged;

  private LineWindow(int size) {
    this.size = size;
  }

  /** One that is the caller's until it is released. */
  static LineWindow borrow(int inputLength) {
    return inputLength <= SHORT ? new LineWindow(inputLength) : POOL.borrow();
  }

  /** Gives it back. */
  void release() {
    staged = 0;
    if (size == SIZE) {
      POOL.giveBack(this);
    }
  }

  /** Copies the bytes that {@code input}, which stays where it stands, has next. */
  void stage(ByteBuffer input) {
    if (bytes.length == 0) {
      bytes = new byte[size];
    }
    stagedAt = input.position();
    staged = Math.min(size, input.remaining());
    input.get(stagedAt, bytes, 0, staged);
  }

  /** The staged bytes; stages more where {@code input}, which is not empty, has passed them. */
  byte[] bytesOf(ByteBuffer input) {
    if (stagedIndex(input) >= staged) {
      stage(input);
    }
    return bytes;
  }

  /** Where the next byte of {@code input} stands among those staged; it may be behind them. */
  int stagedIndex(ByteBuffer input) {
    return staged == 0 ? 0 : input.position() - stagedAt;
  }

  /** Behind the last staged byte. */
  int stagedEnd() {
    return staged;
  }

  /** Whether the staged bytes are the last of {@code input}. */
  boolean reachesEndOf(ByteBuffer input) {
    return stagedAt + staged == input.limit();
  }

  /** For decoded text. */
  char[] chars() {
    char[] decoded = chars;
    if (decoded == null) {
      decoded = new char[size];
      chars = decoded;
    }
    return decoded;
  }
}
