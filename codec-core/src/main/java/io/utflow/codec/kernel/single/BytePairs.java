/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.kernel.lanes.Words;
import org.jspecify.annotations.Nullable;

/**
 * The characters of single bytes, by a table of two: with half the look-ups a loop is more than
 * twice as fast as the JDK's.
 *
 * <p>Bounds: eight bytes are read, and eight characters written, where as many are left of both.
 */
final class BytePairs {
  /** Stands in the table for no character. */
  static final char NONE = '\uFFFF';

  /** A bit of {@link #NONE}, which few characters of such charsets have. */
  private static final int MAY_BE_NONE = 0x8000_8000;

  /** The character of each byte. */
  private final char[] chars;

  private final boolean complete;

  /** 256 KiB, made when the first text is read. */
  private volatile int @Nullable [] pairs;

  /** The table of the characters of all bytes. */
  BytePairs(char[] chars) {
    this.chars = chars;
    this.complete = String.valueOf(chars).indexOf(NONE) < 0;
  }

  /** Whether each byte is a character. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Decodes up to the first byte that is none.
   *
   * @return how many bytes were
   */
  int decode(byte[] src, int p, char[] dst, int d, int length) {
    int[] table = pairs();
    if (complete) {
      lookUp(table, src, p, dst, d, length);
      return length;
    }
    boolean all = (lookUpAndSee(table, src, p, dst, d, length) & MAY_BE_NONE) == 0;
    return all ? length : beforeNone(src, p, length);
  }

  /** With the table's own length for a mask the JVM sees that no look-up is out of bounds. */
  private static void lookUp(int[] table, byte[] src, int p, char[] dst, int d, int length) {
    int mask = table.length - 1;
    int i = 0;
    for (; i <= length - 8; i += 8) {
      long word = Words.get(src, p + i);
      put(dst, d + i, table[(int) word & mask]);
      put(dst, d + i + 2, table[(int) (word >>> 16) & mask]);
      put(dst, d + i + 4, table[(int) (word >>> 32) & mask]);
      put(dst, d + i + 6, table[(int) (word >>> 48) & mask]);
    }
    for (; i < length; i++) {
      dst[d + i] = (char) table[src[p + i] & 0xFF];
    }
  }

  /** The same, and all bits of the characters. */
  private static int lookUpAndSee(int[] table, byte[] src, int p, char[] dst, int d, int length) {
    int mask = table.length - 1;
    int seen = 0;
    int i = 0;
    for (; i <= length - 8; i += 8) {
      long word = Words.get(src, p + i);
      int first = table[(int) word & mask];
      int second = table[(int) (word >>> 16) & mask];
      int third = table[(int) (word >>> 32) & mask];
      int fourth = table[(int) (word >>> 48) & mask];
      put(dst, d + i, first);
      put(dst, d + i + 2, second);
      put(dst, d + i + 4, third);
      put(dst, d + i + 6, fourth);
      seen |= first | second | third | fourth;
    }
    for (; i < length; i++) {
      int one = table[src[p + i] & 0xFF] & 0xFFFF;
      dst[d + i] = (char) one;
      seen |= one;
    }
    return seen;
  }

  private static void put(char[] dst, int d, int pair) {
    dst[d] = (char) pair;
    dst[d + 1] = (char) (pair >>> 16);
  }

  /** How many bytes from {@code p} on are characters. */
  int beforeNone(byte[] src, int p, int length) {
    int i = 0;
    while (i < length && chars[src[p + i] & 0xFF] != NONE) {
      i++;
    }
    return i;
  }

  private int[] pairs() {
    int[] made = pairs;
    if (made == null) {
      made = new int[0x10000];
      for (int i = 0; i < made.length; i++) {
        made[i] = chars[i & 0xFF] | chars[i >>> 8] << 16;
      }
      pairs = made;
    }
    return made;
  }
}
