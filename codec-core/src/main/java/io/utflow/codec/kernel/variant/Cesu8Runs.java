/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * CESU-8 with emoji in it. All of three bytes is a code unit, whether a letter or half a pair, so
 * that pairs cost no branch: of each unit it is only asked whether it is a low surrogate just where
 * the one before is a high one, and in text that is well-formed the answer is always yes.
 *
 * <p>A block is eight bytes. All eight are widened and stored; those before the first that is not
 * ASCII count, and what follows overwrites the others.
 *
 * <p>Bounds: a block is entered with {@value #WINDOW} bytes before {@code end} and {@value #ROOM}
 * chars before {@code dend}: seven of ASCII and a longer character. Another one behind it is read
 * under the same conditions.
 */
final class Cesu8Runs {
  private static final int BLOCK = 8;
  private static final int WINDOW = 12;
  private static final int ROOM = 10;

  private static final int HIGH_SURROGATES = Character.MIN_HIGH_SURROGATE >>> 10;
  private static final int LOW_SURROGATES = Character.MIN_LOW_SURROGATE >>> 10;

  private Cesu8Runs() {}

  /**
   * Decodes up to what is ill-formed, or less than a block; nothing there is U+0000.
   *
   * @return as {@link Kernel#decode}
   */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - WINDOW;
    int dlast = dend - ROOM;
    while (p <= last && d <= dlast) {
      long word = Words.get(src, p);
      widen(word, dst, d);
      long signs = word & Words.HIGH_BITS;
      if (signs == 0) {
        p += BLOCK;
        d += BLOCK;
        continue;
      }
      int ascii = Long.numberOfTrailingZeros(signs) >>> 3;
      p += ascii;
      d += ascii;
      int bytes = Words.getInt(src, p);
      int open = 0;
      do {
        int unit;
        int length;
        if ((bytes & 0xC0C0F0) == 0x8080E0) {
          unit = (bytes & 0x0F) << 12 | bytes >>> 2 & 0xFC0 | bytes >>> 16 & 0x3F;
          length = unit < 0x800 ? 0 : 3;
        } else {
          unit = (bytes & 0x1F) << 6 | bytes >>> 8 & 0x3F;
          length = (bytes & 0xC0E0) != 0x80C0 || unit < 0x80 ? 0 : 2;
        }
        if (length == 0 || isEqual(unit >>> 10, LOW_SURROGATES) != open) {
          return before(open, p - pos, d - dpos);
        }
        open = isEqual(unit >>> 10, HIGH_SURROGATES);
        dst[d++] = (char) unit;
        p += length;
        if (p > last || d > dlast) {
          return before(open, p - pos, d - dpos);
        }
        bytes = Words.getInt(src, p);
      } while ((byte) bytes < 0);
      if (open != 0) {
        return before(open, p - pos, d - dpos);
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** 1 or 0, without a branch. */
  private static int isEqual(int one, int other) {
    return (one ^ other) - 1 >>> 31;
  }

  /** The progress before a high surrogate that was stored last, if there is one. */
  private static long before(int highs, int read, int written) {
    return Kernel.progress(read - 3 * highs, written - highs);
  }

  /** Widens and stores eight bytes. */
  private static void widen(long word, char[] dst, int d) {
    for (int i = 0; i < BLOCK; i++) {
      dst[d + i] = (char) (word >>> 8 * i & 0xFF);
    }
  }
}
