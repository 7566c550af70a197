/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.shift;

import io.utflow.charsets.table.SequenceTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Text of single bytes, and of pairs between SO and SI, where the shifts are many. Where they stand
 * at each word, as in Korean, no processor foresees them: then two characters are read of eight
 * bytes, each with the shift before it, without a branch. Longer runs are read one after the other.
 *
 * <p>Bounds: eight bytes are read, and two characters written, where as many are left of both; runs
 * are as long as both allow.
 */
final class ShiftedWords {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;

  /** SI without its lowest bit, in which SO and SI differ. */
  private static final long SHIFT = 0x0E * ONES;

  /** Stands in the table for what is no character. */
  private static final char NONE = '\uFFFF';

  private static final int BLOCK = 8;
  private static final int BYTES = 0x100;

  /** Where the single bytes stand in the table, behind the pairs. */
  private static final int SINGLES = BYTES * BYTES;

  private static final byte SHIFT_OUT = 0x0E;
  private static final byte SHIFT_IN = 0x0F;

  /** Behind so many chars without a shift one is not expected soon. */
  private static final int LONG_RUN = 12;

  /** So many chars, in four rounds of both states, are read faster without a branch. */
  private static final int SHORT_ROUNDS = 32;

  /** The pairs, by the second byte, then the first; and the single bytes. */
  private final char[] characters = new char[SINGLES + BYTES];

  ShiftedWords(SequenceTable inSingles, SequenceTable inPairs) {
    Arrays.fill(characters, NONE);
    for (int first = 0; first < BYTES; first++) {
      put(SINGLES | first, inSingles.single(first));
      boolean lead = inPairs.single(first) == SequenceTable.PREFIX;
      for (int second = 0; lead && second < BYTES; second++) {
        put(second << 8 | first, inPairs.pair(first, second));
      }
    }
  }

  private void put(int index, int cell) {
    if (Character.isBmpCodePoint(cell)) {
      characters[index] = (char) cell;
    }
  }

  /**
   * Decodes, from the state of single bytes on, up to a place in that state.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int recent = 0;
    long read;
    do {
      read = 0;
      if (recent < SHORT_ROUNDS) {
        read = words(src, p, end, dst, d, dend);
        p += (int) (read >>> 32);
        d += (int) read;
        recent = 2 * SHORT_ROUNDS;
      }
      long round = round(src, p, end, dst, d, dend);
      p += (int) (round >>> 32);
      d += (int) round;
      recent += (int) round - (recent >> 2);
      read |= round;
    } while (read != 0);
    return (long) (p - pos) << 32 | d - dpos;
  }

  /** Up to a long run of pairs, or what is no character. */
  private long words(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    char[] table = characters;
    long done = 0;
    int p = pos;
    int d = dpos;
    int pairs = 0;
    int unshifted = 0;
    while (end - p >= BLOCK && dend - d >= 2) {
      if (unshifted >= LONG_RUN) {
        int run = pairs == 0 ? singles(src, p, dst, d, Math.min(end - p, dend - d)) : 0;
        if (run == 0) {
          break;
        }
        p += run;
        d += run;
        unshifted = 0;
        done = (long) (p - pos) << 32 | d - dpos;
        continue;
      }
      long word = (long) LONG.get(src, p);
      long shifts = shifts(word);

      int shift = (int) shifts & 1;
      pairs ^= (pairs ^ (int) word ^ 1) & shift;
      word >>>= 8 * shift;
      char first = table[index((int) word, pairs)];
      int length = 1 + pairs;
      word >>>= 8 * length;
      length += shift;
      shifts >>>= 8 * length;

      int secondShift = (int) shifts & 1;
      pairs ^= (pairs ^ (int) word ^ 1) & secondShift;
      word >>>= 8 * secondShift;
      char second = table[index((int) word, pairs)];
      length += secondShift + 1 + pairs;
      if (first == NONE || second == NONE) {
        break;
      }
      dst[d] = first;
      dst[d + 1] = second;
      p += length;
      d += 2;
      unshifted = unshifted + 2 & (shift | secondShift) - 1;
      long inSingles = pairs - 1L;
      done = done & ~inSingles | ((long) (p - pos) << 32 | d - dpos) & inSingles;
    }
    return done;
  }

  /** Single bytes, and pairs if SI ends them. */
  private long round(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int singles = singles(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    int p = pos + singles;
    int d = dpos + singles;
    if (p < end && src[p] == SHIFT_OUT) {
      int pairs = pairs(src, p + 1, dst, d, Math.min(end - p - 1 >> 1, dend - d));
      int after = p + 1 + 2 * pairs;
      if (after < end && src[after] == SHIFT_IN) {
        p = after + 1;
        d += pairs;
      }
    }
    return (long) (p - pos) << 32 | d - dpos;
  }

  private int singles(byte[] src, int p, char[] dst, int d, int length) {
    char[] table = characters;
    int i = 0;
    char c;
    while (i < length && (c = table[SINGLES | src[p + i] & 0xFF]) != NONE) {
      dst[d + i] = c;
      i++;
    }
    return i;
  }

  private int pairs(byte[] src, int p, char[] dst, int d, int length) {
    char[] table = characters;
    int i = 0;
    char c;
    while (i < length
        && (c = table[src[p + 2 * i] & 0xFF | (src[p + 2 * i + 1] & 0xFF) << 8]) != NONE) {
      dst[d + i] = c;
      i++;
    }
    return i;
  }

  /** Sets the lowest bit of each byte that is SO or SI, and clears those of the others. */
  private static long shifts(long word) {
    long others = (word ^ SHIFT) & ~ONES;
    long low = others & 0x7F * ONES;
    return ~(low + 0x7F * ONES | others) >>> 7 & ONES;
  }

  private static int index(int word, int pairs) {
    return word & (0xFF | -pairs & 0xFF00) | 1 - pairs << 16;
  }
}
