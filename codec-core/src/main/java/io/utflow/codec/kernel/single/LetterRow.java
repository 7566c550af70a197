/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.kernel.lanes.Words;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The letters of a script where they stand in a charset in the order of Unicode, so that what is
 * added to each such byte is the same. The JDK's instructions for ISO-8859-1 make chars of all
 * bytes, a loop of which C2 makes vectors adds the distance to those that are not ASCII, and then
 * each byte that is neither ASCII nor in the row gets its own character. There may be a second row
 * of the same distance, for some charsets have a gap between their letters.
 *
 * <p>Bounds: all loops run over the length that is given; sixteen bytes are read where as many are
 * left.
 */
final class LetterRow {
  /** Fewer bytes are sooner looked up, for a decoder of ISO-8859-1 is made for each call. */
  static final int SHORTEST = 256;

  /** Bytes that are searched at once. */
  private static final int BLOCK = 16;

  /**
   * In ISO-8859-6, whose row has 26, the comma stands in none: by the row Arabic takes 1.5 times
   * what it does by pairs.
   */
  private static final int FEWEST_LETTERS = 27;

  private static final int FEWEST_OF_SECOND = 7;

  /** So many bytes tell of the next; not more than {@link #SHORTEST}. */
  private static final int LOOKED_AT = 128;

  /** Where more than these do not stand in the row, it is faster to look up all. */
  private static final int MOST_OTHERS = 2;

  /** The character of each byte. */
  private final char[] chars;

  private final int distance;

  /**
   * Where a row begins, and where it has ended: each, added to the low bits of a byte, sets the
   * high bit from there on. That of a byte in a row is set by an odd number of them.
   */
  private final long first;

  private final long behind;
  private final long secondFirst;
  private final long secondBehind;
  private final boolean two;

  private LetterRow(char[] chars, int row, int second) {
    this.chars = chars;
    this.distance = chars[row] - row;
    this.first = from(row);
    this.behind = from(row + length(chars, row));
    this.secondFirst = from(second);
    this.secondBehind = from(second + length(chars, second));
    this.two = second < 0x100;
  }

  private static long from(int b) {
    return (0x100 - b) * 0x0101010101010101L;
  }

  /**
   * The row with the most letters, of a charset whose ASCII bytes are ASCII characters, or null if
   * none has many. Control characters from 80 on may be a longer one.
   *
   * @param chars the character of each byte, or {@link BytePairs#NONE}
   */
  static @Nullable LetterRow of(char[] chars) {
    int row = richest(chars, IntStream.range(0x80, 0x100));
    if (letters(chars, row) < FEWEST_LETTERS) {
      return null;
    }
    int distance = chars[row] - row;
    IntStream behind = IntStream.range(row + length(chars, row), 0x100);
    IntStream others =
        IntStream.concat(IntStream.range(0x80, row), behind)
            .filter(b -> chars[b] - b == distance && letters(chars, b) >= FEWEST_OF_SECOND);
    return new LetterRow(chars, row, richest(chars, others));
  }

  /** Where the row with the most letters begins; 100 if there is none. */
  private static int richest(char[] chars, IntStream from) {
    return from.boxed()
        .max(
            Comparator.<Integer>comparingLong(b -> letters(chars, b))
                .thenComparing(b -> length(chars, b)))
        .orElse(0x100);
  }

  private static long letters(char[] chars, int from) {
    return IntStream.range(from, from + length(chars, from))
        .filter(b -> Character.isLetter(chars[b]))
        .count();
  }

  private static int length(char[] chars, int from) {
    int to = from;
    while (to < 0x100 && chars[to] != BytePairs.NONE && chars[to] - to == chars[from] - from) {
      to++;
    }
    return to - from;
  }

  /** Whether bytes, at least {@link #SHORTEST}, look as if nearly all were ASCII or in the row. */
  boolean suits(byte[] src, int p) {
    int others = 0;
    for (int i = 0; i < LOOKED_AT; i += 8) {
      others += Long.bitCount(others(Words.get(src, p + i)) & Words.HIGH_BITS);
    }
    return others <= MOST_OTHERS;
  }

  /**
   * Decodes up to the first byte that is no character.
   *
   * @return how many bytes were
   */
  int decode(byte[] src, int pos, char[] dst, int dpos, int length) {
    Latin1Kernel.widen(src, pos, dst, dpos, length);
    if (distance != 0) {
      addDistance(dst, dpos, dpos + length);
    }
    return replaceOthers(src, pos, dst, dpos, length);
  }

  /**
   * Gives each byte that is neither ASCII nor in a row its character, up to the first with none.
   */
  private int replaceOthers(byte[] src, int pos, char[] dst, int dpos, int length) {
    int i = 0;
    while ((i += beforeOthers(src, pos + i, length - i)) <= length - BLOCK) {
      int replaced = replaceInBlock(src, pos + i, dst, dpos + i);
      i += replaced;
      if (replaced < BLOCK) {
        return i;
      }
    }
    while (i < length && chars[src[pos + i] & 0xFF] != BytePairs.NONE) {
      dst[dpos + i] = chars[src[pos + i] & 0xFF];
      i++;
    }
    return i;
  }

  /** To chars from 80 to FF; without a branch, so that C2 can make vectors of them. */
  private void addDistance(char[] dst, int from, int to) {
    int added = distance;
    for (int i = from; i < to; i++) {
      int c = dst[i];
      dst[i] = (char) (c + (added & -(c >>> 7)));
    }
  }

  /** How many bytes, in whole blocks, are ASCII or in a row. */
  private int beforeOthers(byte[] src, int p, int length) {
    int i = 0;
    for (; i <= length - BLOCK; i += BLOCK) {
      long others = others(Words.get(src, p + i)) | others(Words.get(src, p + i + 8));
      if ((others & Words.HIGH_BITS) != 0) {
        break;
      }
    }
    return i;
  }

  private int replaceInBlock(byte[] src, int p, char[] dst, int d) {
    int first = replaceInWord(src, p, dst, d);
    return first < 8 ? first : 8 + replaceInWord(src, p + 8, dst, d + 8);
  }

  private int replaceInWord(byte[] src, int p, char[] dst, int d) {
    long others = others(Words.get(src, p)) & Words.HIGH_BITS;
    while (others != 0) {
      int i = Long.numberOfTrailingZeros(others) >>> 3;
      char c = chars[src[p + i] & 0xFF];
      if (c == BytePairs.NONE) {
        return i;
      }
      dst[d + i] = c;
      others &= others - 1;
    }
    return 8;
  }

  /** In the high bits: which bytes are neither ASCII nor in a row. */
  private long others(long word) {
    long low = word & ~Words.HIGH_BITS;
    long inRow = low + first ^ low + behind;
    return word & ~(two ? inRow ^ low + secondFirst ^ low + secondBehind : inRow);
  }
}
