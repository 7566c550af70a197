/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: short pieces of characters of one to three bytes in any order, and words of three-byte
 * letters, as Korean and Hindi have. A mask tells where the characters in 64 bytes begin. Two at a
 * time are decoded without a branch on their lengths, which select a row of tables. Therefore 64
 * bytes cost only one branch that no processor predicts, on their number of characters, and not one
 * for each word.
 *
 * <p>Between two beginnings there are a byte that continues no sequence and bytes that do. Read as
 * a number, the first byte the highest, they are well-formed if the number is between the first and
 * the last sequence of its length, and not a surrogate. Two such numbers are the lanes of a word,
 * the first character in the high one. Products move them there, because C2 of JDK 17 has only one
 * register for shifts of variable length, and keeps other values of the loop elsewhere.
 *
 * <p>A block is one method, of more bytecode than C2 ever inlines (325 bytes): within all of the
 * way from a channel to its receiver the loop has too few registers, and takes 60 ns more for 64
 * bytes; within the loop over the blocks it takes 6 to 9 more.
 *
 * <p>Bounds: a block loads its 64 bytes, and eight from the last of them on; it stores at most one
 * char per byte, and one more. In a padded piece up to {@value Kernel#PADDING} bytes after {@code
 * end} are read, whatever they are.
 */
public final class CharacterStarts {
  private static final int BLOCK = 64;

  /** Gathers the signs of eight bytes in the uppermost byte. */
  private static final long GATHER = 0x0002040810204081L;

  /** The first lead byte of sequences longer than this number of bytes. */
  private static final int[] FIRST_LONGER = {0, 0xC0, 0xE0, 0xF0};

  /** A one in both lanes; times a constant, that constant in both. */
  private static final long LANES = 0x0000000100000001L;

  private static final long SIGNS = 0x80000000L * LANES;

  /**
   * The least and the greatest sequences for the lengths of two characters. The index is four times
   * the first length plus the second, which is 0 after the last of an odd number of characters.
   */
  private static final long[] LEAST = new long[16];

  private static final long[] GREATEST = new long[16];

  /** Which of eight bytes are the first character, of which the lowest byte is the first. */
  private static final long[] FIRST = new long[16];

  /**
   * The product of the bytes and the latter has the second character at the upper end and the bytes
   * before it somewhere below. The product of the first character and the former removes those
   * bytes, and puts the first character at the upper end of the low lane.
   */
  private static final long[] MOVE_FIRST = new long[16];

  private static final long[] MOVE_SECOND = new long[16];

  static {
    int[] least = {0, 0, 0xC280, 0xE0A080};
    int[] greatest = {0, 0x7F, 0xDFBF, 0xEFBFBF};
    for (int first = 1; first < 4; first++) {
      for (int second = 0; second < 4; second++) {
        int row = row(first, second);
        LEAST[row] = (long) least[first] << 32 | least[second];
        GREATEST[row] = (long) greatest[first] << 32 | greatest[second];
        FIRST[row] = (1L << 8 * first) - 1;
        MOVE_SECOND[row] = second == 0 ? 0 : 1L << 64 - 8 * (first + second);
        MOVE_FIRST[row] = (1L << 32 - 8 * first) - MOVE_SECOND[row];
      }
    }
  }

  private CharacterStarts() {}

  private static int row(int first, int second) {
    return 4 * first + second & 15;
  }

  /** Decodes up to a block of 64 bytes with anything longer or ill-formed, or a cut character. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos) {
    return decode(src, pos, end, end, dst, dpos);
  }

  /** Decodes whole blocks, and reads nothing after {@code end}. */
  public static long decodeBlocks(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos - Long.BYTES, dend - dpos - 1);
    return decode(src, pos, pos + length - BLOCK + 1, end, dst, dpos);
  }

  /** Decodes blocks that begin before {@code stop}. */
  private static long decode(byte[] src, int pos, int stop, int end, char[] dst, int dpos) {
    int p = pos;
    int d = dpos;
    long block = -1;
    while (p < stop && block != 0) {
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
    int last = 63 - Long.numberOfLeadingZeros(~trails & -1L >>> -length | 1);
    int behind = length - last;
    if (behind < 4 && (src[p + last] & 0xFF) >= FIRST_LONGER[behind]) {
      length = last;
    }
    // Moved up, so that the last character ends at 64, which is where no other begins.
    int start = BLOCK - length;
    long inner = trails << start;
    long starts = ~trails << start;
    boolean isLonger = (inner & inner << 1 & inner << 2) != 0;
    if (length == 0 || (trails & 1) != 0 || isLonger) {
      return 0;
    }
    int before = p - start;
    int to = d + Long.bitCount(starts);
    long stops = starts & starts - 1;
    long bad = 0;
    for (int i = d; i < to; i += 2) {
      int middle = Long.numberOfTrailingZeros(stops);
      stops &= stops - 1;
      int stop = Long.numberOfTrailingZeros(stops);
      stops &= stops - 1;
      int row = row(middle - start, stop - middle);
      long bytes = Words.get(src, before + start);
      long pair =
          Long.reverseBytes((bytes & FIRST[row]) * MOVE_FIRST[row] + bytes * MOVE_SECOND[row]);
      long units = pair & 0x7F * LANES | pair >>> 2 & 0xFC0 * LANES | pair >>> 4 & 0xF000 * LANES;
      bad |= pair - LEAST[row] | GREATEST[row] - pair;
      bad |= (units ^ Character.MIN_SURROGATE * LANES) - 0x800 * LANES;
      dst[i] = (char) (units >>> 32);
      dst[i + 1] = (char) units;
      start = stop;
    }
    return (bad & SIGNS) != 0 ? 0 : Kernel.progress(length, to - d);
  }

  /** Which of eight bytes continue a sequence. */
  private static long trails(long word) {
    return (word & ~(word << 1) & Words.HIGH_BITS) * GATHER >>> 56;
  }
}
