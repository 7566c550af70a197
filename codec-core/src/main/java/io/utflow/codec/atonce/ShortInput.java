/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.atonce;

import io.utflow.codec.kernel.Kernel;

/**
 * Arrays for {@link AtOnceReader#readAtOnce}: one that a few bytes are copied to which lie in no
 * array, and what a stage needs to read them. They keep nothing from one input to the next, so one,
 * of some 3 KiB, is enough for all the stages of a thread; whoever feeds stages keeps it there.
 * Mutable, for one thread at a time.
 */
public final class ShortInput {
  /** So many bytes have room: of more, a copy gains nothing. */
  public static final int MOST_BYTES = 1024;

  private final byte[] bytes = new byte[MOST_BYTES + Kernel.PADDING];

  /** A char a byte, also of those behind the input. */
  private final char[] chars = new char[MOST_BYTES + Kernel.PADDING];

  /** Makes the arrays. */
  public ShortInput() {}

  /**
   * {@return where the bytes of an input go, from index 0 on} What is behind them a stage may write
   * to.
   */
  public byte[] bytes() {
    return bytes;
  }

  /** {@return where its text goes, from index 0 on} */
  public char[] chars() {
    return chars;
  }
}
