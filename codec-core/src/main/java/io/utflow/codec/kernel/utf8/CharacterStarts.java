/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import java.util.Arrays;

/**
 * UTF-8: short pieces of characters of one to three bytes in any order. Where the characters of 64
 * bytes begin is a mask, and each is decoded without a branch on its length: the bytes up to the
 * next beginning are one number, of which each byte has its place in the character. So a piece
 * costs one branch that no processor predicts, its number of characters, and not one for each word.
 *
 * <p>What stands between two beginnings are a byte that continues no sequence and bytes that do. As
 * a number it is well-formed if it is between the first and the last sequence of its length, and no
 * surrogate.
 *
 * <p>A block is one method, of more bytecode than C2 ever inlines (325 bytes): within all of the
 * way from a channel to its receiver the loop has too few registers, and takes 60 ns more for 64
 * bytes; within the loop over the blocks it takes 6 to 9 more.
 *
 * <p>Bounds: up to {@value Kernel#PADDING} bytes behind {@code end} are read, whatever they are;
 * there is room for a char a byte.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class CharacterStarts {
  private static final int BLOCK = 64;

  /** Gathers the signs of eight bytes in the uppermost byte. */
  private static final long GATHER = 0x0002040810204081L;

  /**
   * The least and the greatest sequence of a length, as a number; of a length that there is none
   * of, none. Indexed by the negative length, and that of 64 bytes is at zero.
   */
  private static final int[] LEAST = new int[BLOCK];

  private static final int[] GREATEST = new int[BLOCK];

  /** The first lead byte of what is longer than so many bytes. */
  private static final int[] FIRST_LONGER = {0, 0xC0, 0xE0, 0xF0};

  static {
    Arrays.fill(GREATEST, -1);
    put(1, 0, 0x7F);
    put(2, 0xC280, 0xDFBF);
    put(3, 0xE0A080, 0xEFBFBF);
  }

  private CharacterStarts() {}

  private static void put(int length, int least, int greatest) {
    LEAST[BLOCK - length] = least;
    GREATEST[BLOCK - length] = greatest;
  }

  /** Decodes up to a block of 64 bytes with anything longer or ill-formed, or a cut character. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos) {
    int p = pos;
    int d = dpos;
    long block = -1;
    while (p < end && block != 0) {
      block = decodeBlock(src, p, end, dst, d);
      p += Kernel.read(block);
      d += Kernel.written(block);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Decodes a block, or all up to {@code end}: 0 if there is anything longer or ill-formed. */
  private static long decodeBlock(byte[] src, int p, int end, char[] dst, int d) {
    long trails =
        trails(Words.get(src, p))
            | trails(Words.get(src, p + 8)) << 8
            | trails(Words.get(src, p + 16)) << 16
            | trails(Words.get(src, p + 24)) << 24
            | trails(Words.get(src, p + 32)) << 32
            | trails(Words.get(src, p + 40)) << 40
            | trails(Words.get(src, p + 48)) << 48
            | trails(Words.get(src, p + 56)) << 56;
    int length = Math.min(BLOCK, end - p);
    long starts = ~trails & -1L >>> -length;
    int last = 63 - Long.numberOfLeadingZeros(starts | 1);
    int behind = length - last;
    if (behind < 4 && (src[p + last] & 0xFF) >= FIRST_LONGER[behind]) {
      length = last;
    }
    // The last character ends where another would begin: there, or where there is none left.
    long stops = length == BLOCK ? starts : starts & (1L << length) - 1 | 1L << length;
    stops &= stops - 1;
    int count = Long.bitCount(stops) + (length == BLOCK ? 1 : 0);
    int start = 0;
    int bad = (int) (starts & 1) - 1;
    for (int i = 0; i < count; i++) {
      int stop = Long.numberOfTrailingZeros(stops);
      stops &= stops - 1;
      int back = start - stop;
      int bytes = Integer.reverseBytes(Words.getInt(src, p + start)) >>> 8 * back;
      int unit = bytes & 0x7F | bytes >>> 2 & 0xFC0 | bytes >>> 4 & 0xF000;
      bad |= bytes - LEAST[back & 63] | GREATEST[back & 63] - bytes;
      bad |= (unit ^ Character.MIN_SURROGATE) - 0x800;
      dst[d + i] = (char) unit;
      start = stop;
    }
    return bad < 0 ? 0 : Kernel.progress(length, count);
  }

  /** Which of eight bytes continue a sequence. */
  private static long trails(long word) {
    return (word & ~(word << 1) & Words.HIGH_BITS) * GATHER >>> 56;
  }
}
