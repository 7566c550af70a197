/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: runs of two-byte sequences, U+0080 to U+07FF, with the ASCII of their spaces and commas:
 * Arabic, Cyrillic, Greek, Hebrew; and single three-byte characters among them, their dashes and
 * quotes.
 *
 * <p>Decoding, {@link TwoByteWords} takes what is words, and what it leaves is taken by blocks.
 *
 * <p>A block is sixteen bytes: two words of four lanes of 16 bits, each lane read as if it were one
 * sequence. Each lane is checked against the row {@code C2..DF 80..BF} of Table 3-7, and all eight
 * are converted and stored. The position advances by the good lanes before the first bad one and up
 * to three ASCII bytes after them: a comma, a space, the end of a line (near the end of the input,
 * two). Where a word of the language ends is random, so a branch on it would be mispredicted;
 * counting lanes needs none.
 *
 * <p>Bounds: a block is entered with {@value #BLOCK} bytes before {@code end}: sixteen, and the
 * four that are loaded from at most sixteen on. The last blocks are read by {@link
 * Words#getPadded}, which stops at {@code end} and pads with FF, which makes a lane bad. A block
 * stores at most {@value #ROOM} chars, whose room is checked first.
 */
public final class TwoByteRuns {
  /** Eight characters and three of ASCII. */
  private static final int ROOM = 11;

  private static final int BLOCK = 20;

  /**
   * So many short runs of two-byte characters in a row are no text for this loop: polytonic Greek,
   * of which some letters have three bytes, passes at 0.94 and not at 0.67 of the JDK's decoder,
   * letters of two and three bytes in turns at 1.4 and not at 0.2.
   */
  private static final int MANY_SHORT_RUNS = 3;

  /** In bytes. */
  private static final int SHORT_RUN = 16;

  private static final long LANES = Words.LANES;

  private TwoByteRuns() {}

  /** Decodes from a two-byte sequence on. The range holds at least eight bytes. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - BLOCK;
    int dlast = dend - ROOM;
    int shortRuns = 0;
    while (p <= last && d <= dlast && shortRuns < MANY_SHORT_RUNS) {
      long words = TwoByteWords.decode(src, p, end, dst, d, dend);
      p += Kernel.read(words);
      d += Kernel.written(words);
      shortRuns = Kernel.read(words) < SHORT_RUN ? shortRuns + 1 : 0;
      if (p > last || d > dlast) {
        break;
      }
      if (src[p] >= 0) {
        return Kernel.progress(p - pos, d - dpos);
      }
      long block = decodeBlock(src, p, end, dst, d);
      if (block == 0) {
        return Kernel.progress(p - pos, d - dpos);
      }
      p += Kernel.read(block);
      d += Kernel.written(block);
    }
    return shortRuns == MANY_SHORT_RUNS
        ? Kernel.progress(p - pos, d - dpos)
        : Kernel.progress(p - pos, d - dpos) + decodeTail(src, p, end, dst, d, dend);
  }

  /** Decodes a block that is no word, or the single longer character with which it begins. */
  private static long decodeBlock(byte[] src, int pos, int end, char[] dst, int dpos) {
    int p = pos;
    int d = dpos;
    long low = Words.get(src, p);
    long high = Words.get(src, p + 8);
    int count = count(low, high);
    if (count != 0) {
      Words.put4(dst, d, characters(low));
      Words.put4(dst, d + 4, characters(high));
      p += 2 * count;
      d += count;
    } else if (SingleCharacter.isThreeAmongShorter(src, p, end)) {
      dst[d] = (char) SingleCharacter.three(src, p);
      d++;
      p += 3;
    } else {
      return 0;
    }
    int next = Words.getInt(src, p);
    dst[d] = (char) (next & 0xFF);
    dst[d + 1] = (char) (next >>> 8 & 0xFF);
    dst[d + 2] = (char) (next >>> 16 & 0xFF);
    int ascii = ascii(next);
    return Kernel.progress(p + ascii - pos, d + ascii - dpos);
  }

  /** The number of ASCII bytes, at most three, with which four bytes begin. */
  private static int ascii(int bytes) {
    return Integer.numberOfTrailingZeros(bytes & 0x808080 | 0x80000000) >>> 3;
  }

  /** Decodes the last blocks, which are read with padding. */
  private static long decodeTail(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && dend - d >= ROOM) {
      long low = Words.getPadded(src, p, end);
      long high = Words.getPadded(src, p + 8, end);
      int count = count(low, high);
      if (count == 0) {
        break;
      }
      int ascii = store(low, high, count, dst, d);
      p += 2 * count + ascii;
      d += count + ascii;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /**
   * Stores eight characters, and the two bytes after the first {@code count} of them; returns how
   * many of these two are ASCII.
   */
  private static int store(long low, long high, int count, char[] dst, int d) {
    Words.put4(dst, d, characters(low));
    Words.put4(dst, d + 4, characters(high));
    int next = next(low, high, count);
    dst[d + count] = (char) (next & 0xFF);
    dst[d + count + 1] = (char) (next >>> 8 & 0xFF);
    return Words.trailingAscii(next);
  }

  /**
   * Encodes up to four ASCII chars in a row, two three-byte characters in a row, or a surrogate.
   */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      long blocks = encodeBlocks(src, p, end, dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
      long few = encodeFew(src, p, end, dst, d, dend);
      p += Kernel.read(few);
      d += Kernel.written(few);
      if (dend - d < 4 || !SingleCharacter.isThreeAmongShorter(src, p, end)) {
        return Kernel.progress(p - pos, d - dpos);
      }
      d = SingleCharacter.encode(src, p++, dst, d);
    }
  }

  /**
   * Encodes four chars at a time. For each, two bytes are stored and the position advances by one
   * or two, so that the end of a word is not a branch.
   */
  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (end - p >= 4 && dend - d >= 8) {
      int union = src[p] | src[p + 1] | src[p + 2] | src[p + 3];
      if (union >= 0x800 || union < 0x80) {
        break;
      }
      d = put(dst, d, src[p]);
      d = put(dst, d, src[p + 1]);
      d = put(dst, d, src[p + 2]);
      d = put(dst, d, src[p + 3]);
      p += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Encodes up to three characters of one or two bytes: what is less than a block. */
  static long encodeFew(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int d = dpos;
    int i = 0;
    while (i < 3 && pos + i < end && dend - d >= 2 && src[pos + i] < 0x800) {
      d = put(dst, d, src[pos + i]);
      i++;
    }
    return Kernel.progress(i, d - dpos);
  }

  /** Stores two bytes, of which one or two count; returns the position after those. */
  private static int put(byte[] dst, int d, int unit) {
    int more = 0x7F - unit >>> 31;
    dst[d] = (byte) (unit ^ (unit ^ (0xC0 | unit >> 6)) & -more);
    dst[d + 1] = (byte) (0x80 | unit & 0x3F);
    return d + 1 + more;
  }

  /** The number of good lanes before the first bad one, found without a branch. */
  private static int count(long low, long high) {
    int inLow = Long.numberOfTrailingZeros(bad(low)) >>> 4;
    int inHigh = Long.numberOfTrailingZeros(bad(high)) >>> 4;
    return inLow + (inHigh & -(inLow >>> 2));
  }

  /** Not zero in each lane that is not C2..DF, 80..BF. */
  static long bad(long word) {
    long shape = (word ^ 0x80C0 * LANES) & 0xC0E0 * LANES;
    // C0 and C1 have none of the bits 1E, so adding FE to those does not carry into the next byte.
    long overlong = ~((word & 0x1E * LANES) + 0xFE * LANES) & 0x100 * LANES;
    return shape | overlong;
  }

  static long characters(long word) {
    return (word & 0x1F * LANES) << 6 | word >>> 8 & 0x3F * LANES;
  }

  /**
   * The two bytes after {@code count} characters; after eight, those of the fifth, which are bad.
   */
  private static int next(long low, long high, int count) {
    // 3 - count is negative from four on. A shift counts modulo 64, so within the word.
    long word = low ^ (low ^ high) & 3 - count >> 31;
    return (int) (word >>> 16 * count);
  }
}
