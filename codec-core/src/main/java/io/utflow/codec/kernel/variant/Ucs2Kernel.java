/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/** UCS-2: UTF-16 without surrogates. */
public final class Ucs2Kernel extends PartKernel {
  private static final long SIGNS = 0x8000 * Words.LANES;

  /**
   * The right shift that brings the more significant byte of each unit into the lower half of its
   * lane.
   */
  private final int shift;

  /**
   * @param utf16 a kernel of UTF-16 in the same byte order
   */
  public Ucs2Kernel(Kernel utf16, boolean bigEndian) {
    super(utf16);
    this.shift = bigEndian ? 0 : 8;
  }

  @Override
  int same(byte[] src, int pos, int end) {
    int p = pos + 32 * blocks(src, pos, end - pos >> 5);
    while (end - p >= 2 && (src[shift == 0 ? p : p + 1] & 0xF8) != 0xD8) {
      p += 2;
    }
    return p - pos;
  }

  private int blocks(byte[] src, int pos, int count) {
    int i = 0;
    while (i < count && isBlock(src, pos + 32 * i)) {
      i++;
    }
    return i;
  }

  private boolean isBlock(byte[] src, int p) {
    long first = others(Words.get(src, p)) & others(Words.get(src, p + 8));
    long second = others(Words.get(src, p + 16)) & others(Words.get(src, p + 24));
    return (first & second & SIGNS) == SIGNS;
  }

  /** Sets the sign of each lane that holds no surrogate. */
  private long others(long word) {
    long difference = (word >>> shift & 0xF8 * Words.LANES) ^ 0xD8 * Words.LANES;
    return difference + 0x7FFF * Words.LANES;
  }

  @Override
  int same(char[] src, int pos, int end) {
    int p = pos;
    while (p < end && !Character.isSurrogate(src[p])) {
      p++;
    }
    return p - pos;
  }
}
