/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An array for a copy of one short input: to copy so few bytes costs less than a view of memory
 * outside the heap, and than an object for each input. A thread keeps one and lends it to one
 * reader at a time, who gives it back, on any thread, when the copy is used up.
 */
public final class ShortCopy {
  /** The size of the copy in bytes: copying more gains nothing. */
  public static final int MOST_BYTES = 1024;

  private final ByteBuffer bytes;
  private final ByteBuffer[] views;

  /** Set by the thread alone that keeps this. */
  private final AtomicBoolean lent = new AtomicBoolean();

  private ShortCopy(int size) {
    this.bytes = ByteBuffer.allocate(size);
    this.views = new ByteBuffer[] {bytes};
  }

  /** {@return one for a thread to keep} */
  public static ShortCopy ofThread() {
    return new ShortCopy(MOST_BYTES);
  }

  /**
   * {@return this; or a new one if this is lent, as to a reader that has called another}
   *
   * @param length the bytes of the input, at most {@link #MOST_BYTES}
   */
  public ShortCopy lend(int length) {
    if (lent.getAcquire()) {
      return new ShortCopy(length);
    }
    lent.setPlain(true);
    bytes.clear().limit(length);
    return this;
  }

  /** {@return where the input goes, from index 0 on} */
  public byte[] array() {
    return bytes.array();
  }

  /** {@return the bytes of the input that were not read yet} */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** {@return the same alone, in an array that is not to be changed} */
  public ByteBuffer[] views() {
    return views;
  }

  /** Gives it back: what it holds is read no more. */
  public void giveBack() {
    lent.setRelease(false);
  }
}
