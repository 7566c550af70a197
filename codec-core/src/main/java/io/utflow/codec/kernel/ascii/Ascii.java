/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.ascii;

import io.utflow.codec.kernel.lanes.Words;

/**
 * The length of a run of ASCII, and its text: eight bytes to a {@code long}, 64 bytes to a block.
 *
 * <p>Bounds: a block is read where 64 bytes are left before {@code end}, a word where eight are.
 */
public final class Ascii {
  private static final int UNBRANCHED = 128;
  private static final int SAMPLES = 8;

  private Ascii() {}

  /** The number of ASCII bytes from {@code pos} on; reads nothing at or beyond {@code end}. */
  public static int prefix(byte[] src, int pos, int end) {
    int p = pos;
    while (end - p >= 64 && isBlock(src, p)) {
      p += 64;
    }
    for (int last = end - 8; p <= last; p += 8) {
      long bits = Words.get(src, p) & Words.HIGH_BITS;
      if (bits != 0) {
        return p - pos + (Long.numberOfTrailingZeros(bits) >>> 3);
      }
    }
    while (p < end && src[p] >= 0) {
      p++;
    }
    return p - pos;
  }

  /**
   * Whether all bytes are ASCII. The words of a short text are read without a branch for each, for
   * in a text of other letters no processor predicts which of them has one.
   */
  public static boolean isAll(byte[] src, int from, int end) {
    if (end - from < 8 || end - from > UNBRANCHED) {
      return prefix(src, from, end) == end - from;
    }
    // The last word may overlap the one before.
    int last = end - 8;
    long bits = Words.get(src, last);
    for (int p = from; p < last; p += 8) {
      bits |= Words.get(src, p);
    }
    return (bits & Words.HIGH_BITS) == 0;
  }

  /**
   * Whether {@value #SAMPLES} blocks of the input, including the first and the last, are ASCII:
   * then all or most of it is. A shorter input is checked as a whole.
   */
  public static boolean isLikely(byte[] src, int from, int end) {
    int length = end - from;
    if (length < SAMPLES * 64) {
      return isAll(src, from, end);
    }
    int stride = (length - 64) / (SAMPLES - 1);
    int sample = 0;
    while (sample < SAMPLES && isBlock(src, from + sample * stride)) {
      sample++;
    }
    return sample == SAMPLES;
  }

  /** The text of ASCII bytes. C2 inlines this constructor, and none that has a charset. */
  @SuppressWarnings("deprecation")
  public static String text(byte[] src, int from, int length) {
    return new String(src, 0, from, length);
  }

  private static boolean isBlock(byte[] src, int p) {
    long first = Words.get(src, p) | Words.get(src, p + 8);
    long second = Words.get(src, p + 16) | Words.get(src, p + 24);
    long third = Words.get(src, p + 32) | Words.get(src, p + 40);
    long fourth = Words.get(src, p + 48) | Words.get(src, p + 56);
    return ((first | second | third | fourth) & Words.HIGH_BITS) == 0;
  }
}
