/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.lanes.Words;

/**
 * Searches eight bytes at a time. Where the high bit of a lane is cleared first, a sum does not
 * carry into the next lane: {@code low + 0x76} has the high bit of each byte from 0A on, {@code low
 * + 0x72} of each from 0E on. Two words without a hit, as most of a longer line are, are passed by
 * a test of half as many operations that may only be wrong the other way.
 *
 * <p>Where a line ends cannot be predicted, so each search is one loop with one branch for what it
 * finds.
 *
 * <p>Bounds: a word is read where eight bytes are left before {@code to}, two words where sixteen
 * are.
 *
 * <p>Checked by {@code ControlSearchTest} at every start, end and place.
 */
public final class WordControlSearch implements ControlSearch {
  /** The only instance. */
  public static final ControlSearch INSTANCE = new WordControlSearch();

  private static final long EACH = 0x0101010101010101L;
  private static final int TWO_WORDS = 2 * Long.BYTES;

  private WordControlSearch() {}

  @Override
  public int find(byte[] bytes, int from, int to) {
    int i = from;
    for (; to - i >= TWO_WORDS; i += TWO_WORDS) {
      long first = Words.get(bytes, i);
      long second = Words.get(bytes, i + Long.BYTES);
      if (((mayControl(first) & ~first | mayControl(second) & ~second) & Words.HIGH_BITS) != 0) {
        long inFirst = controls(first);
        long inSecond = controls(second);
        if ((inFirst | inSecond) != 0) {
          return i + bytesBefore(inFirst, inSecond);
        }
      }
    }
    while (i < to && !isControl(bytes[i])) {
      i++;
    }
    return i;
  }

  /** The high bit of each byte from 0A to 0D. */
  private static long controls(long word) {
    long low = word & ~Words.HIGH_BITS;
    return low + 0x76 * EACH & ~(low + 0x72 * EACH | word) & Words.HIGH_BITS;
  }

  /**
   * Sets the high bit for each byte from 0A to 0D, and for some others: flipped, those are below
   * 06. Other ASCII bytes are marked only if they are 0E or 0F, or follow a marked one.
   */
  private static long mayControl(long word) {
    return (word ^ 0x0F * EACH) - 0x06 * EACH;
  }

  /** The index of the first hit among sixteen bytes. */
  private static int bytesBefore(long first, long second) {
    int inFirst = Long.numberOfTrailingZeros(first);
    int inSecond = Long.numberOfTrailingZeros(second) & -(inFirst >>> 6);
    return inFirst + inSecond >>> 3;
  }

  private static boolean isControl(byte b) {
    return b >= '\n' && b <= '\r';
  }
}
