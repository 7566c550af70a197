/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: runs of three-byte sequences, U+0800 to U+FFFF without surrogates, with the ASCII of their
 * spaces: Chinese, Japanese, Thai; encoding, also Korean and the scripts of India.
 *
 * <p>A block is twelve bytes: two words of two lanes of 24 bits, each lane read as if it were one
 * sequence. Each lane is checked against the four rows {@code E0..EF} of Table 3-7, and all four
 * are converted and stored. The position advances by four characters; or, if a lane is bad, by the
 * characters before it and up to two ASCII bytes after them. Where that comes often, as in Korean,
 * {@link CharacterStarts} decode faster.
 *
 * <p>Bounds: words are read by {@link Words#getPadded}, which stops at {@code end} and pads with
 * FF, which makes a lane bad. A block stores at most {@value #ROOM} chars, whose room is checked
 * first.
 */
public final class ThreeByteRuns {
  /** Four characters and two of ASCII. */
  private static final int ROOM = 6;

  /**
   * The bytes that a block stores when encoding: two words, the second six bytes after the first.
   */
  private static final int BYTES_OF_ROOM = 14;

  private static final long LANES = 0x000001000001L;

  private ThreeByteRuns() {}

  /**
   * Decodes up to two ASCII bytes that no other character comes before, or up to a character of
   * another length. The range holds at least eight bytes.
   */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && dend - d >= ROOM) {
      long low = Words.getPadded(src, p, end);
      long high = Words.getPadded(src, p + 6, end);
      long lowCharacters = characters(low);
      long highCharacters = characters(high);
      put2(dst, d, lowCharacters);
      put2(dst, d + 2, highCharacters);
      long badLow = bad(low, lowCharacters);
      long badHigh = bad(high, highCharacters);
      if ((badLow | badHigh) == 0) {
        p += 12;
        d += 4;
        continue;
      }
      int count = count(badLow, badHigh);
      d += count;
      int ascii = storeAscii(next(low, high, count), dst, d);
      if (count == 0 && ascii != 1) {
        break;
      }
      p += 3 * count + ascii;
      d += ascii;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Stores two bytes as chars; with how many ASCII bytes they begin. */
  private static int storeAscii(int twoBytes, char[] dst, int d) {
    dst[d] = (char) (twoBytes & 0xFF);
    dst[d + 1] = (char) (twoBytes >>> 8 & 0xFF);
    return Words.trailingAscii(twoBytes);
  }

  /**
   * Encodes while the next character has three bytes. A block is four chars, two to a word. A word
   * has six bytes that count; the next word or a later block overwrites the other two.
   */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (end - p >= ROOM && dend - d >= BYTES_OF_ROOM) {
      long low = src[p] | (long) src[p + 1] << 24;
      long high = src[p + 2] | (long) src[p + 3] << 24;
      long badLow = badValue(low);
      long badHigh = badValue(high);
      Words.put(dst, d, bytes(low));
      Words.put(dst, d + 6, bytes(high));
      if ((badLow | badHigh) == 0) {
        p += 4;
        d += 12;
        continue;
      }
      int count = count(badLow, badHigh);
      if (count == 0) {
        break;
      }
      int next = src[p + count];
      int afterNext = src[p + count + 1];
      dst[d + 3 * count] = (byte) next;
      dst[d + 3 * count + 1] = (byte) afterNext;
      int ascii = Words.trailingAscii(next, afterNext);
      p += count + ascii;
      d += 3 * count + ascii;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private static long bytes(long units) {
    return 0x8080E0 * LANES
        | units >>> 12 & 0x0F * LANES
        | units << 2 & 0x3F00 * LANES
        | (units & 0x3F * LANES) << 16;
  }

  private static long characters(long word) {
    return (word & 0x0F * LANES) << 12 | word >>> 2 & 0xFC0 * LANES | word >>> 16 & 0x3F * LANES;
  }

  /** Not zero in each lane that is not E0..EF, 80..BF, 80..BF, or is overlong or a surrogate. */
  private static long bad(long word, long characters) {
    return (word ^ 0x8080E0 * LANES) & 0xC0C0F0 * LANES | badValue(characters);
  }

  /** Not zero in each lane that is below 0800 or a surrogate. */
  private static long badValue(long units) {
    // Adding F800 carries out of 16 bits from 0800 on; D800 to DFFF, and these only, become 0 to
    // 07FF by the exclusive or.
    long longEnough = units + 0xF800 * LANES;
    long noSurrogate = (units ^ 0xD800 * LANES) + 0xF800 * LANES;
    return ~(longEnough & noSurrogate) & 0x10000 * LANES;
  }

  /** The number of good lanes before the first bad one, found without a branch. */
  private static int count(long badLow, long badHigh) {
    int inLow = lanesBefore(badLow);
    return inLow + (lanesBefore(badHigh) & -(inLow >>> 1));
  }

  /** Trailing zeros divided by 24; 64 zeros, when no lane is bad, give 2. */
  private static int lanesBefore(long bad) {
    return Long.numberOfTrailingZeros(bad) * 43 >>> 10;
  }

  /**
   * The two bytes after {@code count} characters: of the first word after one, else of the second.
   */
  private static int next(long low, long high, int count) {
    int upper = count >>> 1 & 1 | count >>> 2;
    long word = low ^ (low ^ high) & -upper;
    return (int) (word >>> 24 * (count - 2 * upper));
  }

  private static void put2(char[] dst, int d, long characters) {
    dst[d] = (char) characters;
    dst[d + 1] = (char) (characters >>> 24);
  }
}
