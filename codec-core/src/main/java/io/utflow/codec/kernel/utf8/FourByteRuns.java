/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: runs of four-byte sequences, U+10000 to U+10FFFF, with single spaces between them: emoji,
 * historic scripts.
 *
 * <p>A block is eight bytes: two lanes of 32 bits, each read as if it were one sequence. Both lanes
 * are checked against the rows {@code F0..F4} of Table 3-7 (the shape of the bytes, then the range
 * of the value) before their four surrogates are stored. A single sequence at the end goes the same
 * way, with FF in the other lane.
 *
 * <p>Bounds: blocks are counted in advance from what fits into both ranges. The single sequence is
 * read by {@link Words#getPadded}, which stops at {@code end}, and its room is checked.
 */
public final class FourByteRuns {
  private static final long LANES = 0x0000000100000001L;

  private FourByteRuns() {}

  /**
   * Decodes while the next character, or the one after an ASCII character, has four bytes. The
   * range holds at least eight bytes.
   */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      int blocks = decodeBlocks(src, p, dst, d, Math.min(end - p >> 3, dend - d >> 2));
      p += 8 * blocks;
      d += 4 * blocks;
      if (p < end && dend - d >= 2) {
        long word = Words.getPadded(src, p, end);
        long offsets = offsets(word);
        if ((int) bad(word, offsets) == 0) {
          int pair = (int) surrogates(offsets);
          dst[d] = (char) pair;
          dst[d + 1] = (char) (pair >>> 16);
          p += 4;
          d += 2;
        }
      }
      if (p == pos || dend == d || !isSpaceBetween(src, p, end)) {
        return Kernel.progress(p - pos, d - dpos);
      }
      dst[d++] = (char) src[p++];
    }
  }

  /** Whether ASCII is at {@code p}, followed by a lead byte of four-byte sequences. */
  private static boolean isSpaceBetween(byte[] src, int p, int end) {
    return end - p >= 2 && src[p] >= 0 && src[p + 1] >= -16 && src[p + 1] < 0;
  }

  private static int decodeBlocks(byte[] src, int pos, char[] dst, int dpos, int count) {
    int i = 0;
    for (; i < count; i++) {
      long word = Words.get(src, pos + 8 * i);
      long offsets = offsets(word);
      if (bad(word, offsets) != 0) {
        break;
      }
      Words.put4(dst, dpos + 4 * i, surrogates(offsets));
    }
    return i;
  }

  /** Encodes while the next two chars are a surrogate pair. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int pairs = Math.min(end - pos >> 1, dend - dpos >> 2);
    int i = 0;
    for (; i < pairs; i++) {
      int high = src[pos + 2 * i] - 0xD800;
      int low = src[pos + 2 * i + 1] - 0xDC00;
      // Both differences are below 0x400 as unsigned numbers, and so is then their union.
      if ((high | low) >>> 10 != 0) {
        break;
      }
      Words.putInt(dst, dpos + 4 * i, bytes((high << 10 | low) + 0x10000));
    }
    return Kernel.progress(2 * i, 4 * i);
  }

  /** The four bytes of a supplementary character, the first in the lowest bits. */
  static int bytes(int scalar) {
    return 0x808080F0
        | scalar >>> 18
        | scalar >>> 4 & 0x3F00
        | scalar << 10 & 0x3F0000
        | (scalar & 0x3F) << 24;
  }

  /**
   * The scalar values minus 10000 (hexadecimal) in 32-bit lanes, right where a lane has the shape.
   */
  private static long offsets(long word) {
    long scalars =
        (word & 0x07 * LANES) << 18
            | word << 4 & 0x3F000 * LANES
            | word >>> 10 & 0xFC0 * LANES
            | word >>> 24 & 0x3F * LANES;
    return scalars - 0x10000 * LANES;
  }

  /**
   * Zero in each lane that is F0..F7, 80..BF, 80..BF, 80..BF and in range. Where the lower lane is
   * overlong its difference is negative and borrows from the upper lane, which may then look wrong
   * too; only the lower lane decides in that case, and it is wrong.
   */
  private static long bad(long word, long offsets) {
    return (word ^ 0x808080F0L * LANES) & 0xC0C0C0F8L * LANES | offsets & 0xFFF00000L * LANES;
  }

  /** The surrogate pairs of two characters, given as scalar values minus 10000 in 32-bit lanes. */
  private static long surrogates(long offsets) {
    return 0xDC00D800L * LANES | offsets >>> 10 & 0x3FF * LANES | (offsets & 0x3FF * LANES) << 16;
  }
}
