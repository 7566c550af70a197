/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.kernel.lanes.Words;
import org.jspecify.annotations.Nullable;

/**
 * A charset whose bytes are the characters of ISO-8859-1 in another order, as some of EBCDIC are:
 * by a table of two bytes to bytes, of which a {@code String} can be made without chars.
 *
 * <p>Bounds: eight bytes are read and written where as many are left of both.
 */
public final class Latin1Pairs {
  private final char[] chars;

  /** 128 KiB, made when the first text is read. */
  private volatile char @Nullable [] pairs;

  private Latin1Pairs(char[] chars) {
    this.chars = chars;
  }

  /** The table of such a charset; null of any other. */
  public static @Nullable Latin1Pairs of(char[] chars) {
    return String.valueOf(chars).chars().allMatch(c -> c <= 0xFF) ? new Latin1Pairs(chars) : null;
  }

  /** Turns all bytes. */
  public void decode(byte[] src, int p, byte[] dst, int d, int length) {
    char[] table = pairs();
    int mask = table.length - 1;
    int i = 0;
    for (; i <= length - 8; i += 8) {
      long word = Words.get(src, p + i);
      Words.putInt(dst, d + i, table[(int) word & mask] | table[(int) (word >>> 16) & mask] << 16);
      Words.putInt(
          dst,
          d + i + 4,
          table[(int) (word >>> 32) & mask] | table[(int) (word >>> 48) & mask] << 16);
    }
    for (; i < length; i++) {
      dst[d + i] = (byte) table[src[p + i] & 0xFF];
    }
  }

  /** What two bytes are, the first in the lower half of the index and of the answer. */
  public char[] pairs() {
    char[] made = pairs;
    if (made == null) {
      made = new char[0x10000];
      for (int i = 0; i < made.length; i++) {
        made[i] = (char) (chars[i & 0xFF] | chars[i >>> 8] << 8);
      }
      pairs = made;
    }
    return made;
  }
}
