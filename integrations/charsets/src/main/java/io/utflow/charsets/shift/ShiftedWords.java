/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.shift;

import io.utflow.charsets.table.PairTable;
import io.utflow.charsets.table.SequenceTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Text of single bytes, and of pairs between SO and SI. Where shifts stand at each word, as in
 * Korean, no processor foresees them: so the next shift is looked for in eight bytes at once, and
 * the characters before it are read without a branch for each.
 *
 * <p>Bounds: eight bytes are read where as many are left, and up to eight chars written where as
 * many are; for pairs four. Not all of them count.
 */
final class ShiftedWords {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x80 * ONES;

  /** SI without its lowest bit, in which SO and SI differ. */
  private static final long SHIFT = 0x0E * ONES;

  private static final byte SHIFT_OUT = 0x0E;
  private static final byte SHIFT_IN = 0x0F;
  private static final int BLOCK = 8;
  private static final int BYTES = 0x100;

  private final char[] singles = new char[BYTES];
  private final PairTable pairs;

  ShiftedWords(SequenceTable inSingles, SequenceTable inPairs) {
    for (int b = 0; b < BYTES; b++) {
      singles[b] = inSingles.singleOfPlane(b);
    }
    pairs = inPairs.pairTable();
  }

  /**
   * Decodes, from the state of single bytes on, up to a place in that state.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long done = 0;
    while (end - p >= BLOCK && dend - d >= BLOCK) {
      int ones = singles(src, p, dst, d);
      p += ones;
      d += ones;
      done = (long) (p - pos) << 32 | d - dpos;
      if (ones == BLOCK) {
        continue;
      }
      if (src[p] != SHIFT_OUT) {
        break;
      }
      int twos = pairs(src, p + 1, end, dst, d, dend);
      p += 2 + 2 * twos;
      d += twos;
      if (p > end || src[p - 1] != SHIFT_IN) {
        break;
      }
      done = (long) (p - pos) << 32 | d - dpos;
    }
    return done;
  }

  /**
   * Decodes single bytes among the next eight, up to a shift or a byte that is not a character, and
   * returns their number. Most often it is one or two, which are stored without a branch for each.
   */
  private int singles(byte[] src, int p, char[] dst, int d) {
    char[] table = singles;
    long word = (long) LONG.get(src, p);
    int run = bytesToShift(word);
    char first = table[(int) word & 0xFF];
    char second = table[(int) (word >>> 8) & 0xFF];
    int none = (none(first) | none(second) << 1) & (1 << run) - 1;
    dst[d] = first;
    dst[d + 1] = second;
    if (run <= 2 && none == 0) {
      return run;
    }
    int i = 0;
    char c;
    while (i < BLOCK && (c = table[src[p + i] & 0xFF]) != PairTable.NONE) {
      dst[d + i] = c;
      i++;
    }
    return i;
  }

  /**
   * Decodes pairs, four at once, up to a shift or a pair that is not a character, or until fewer
   * than eight bytes or four chars are left; returns their number.
   */
  private int pairs(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    PairTable table = pairs;
    int p = pos;
    int d = dpos;
    int run = BLOCK;
    while (run == BLOCK && end - p >= BLOCK && dend - d >= BLOCK / 2) {
      long word = (long) LONG.get(src, p);
      run = bytesToShift(word);
      char a = table.get((int) word);
      char b = table.get((int) (word >>> 16));
      char c = table.get((int) (word >>> 32));
      char e = table.get((int) (word >>> 48));
      int none = none(a) | none(b) << 1 | none(c) << 2 | none(e) << 3;
      int count = run >> 1;
      if ((none & (1 << count) - 1) != 0) {
        run = 0;
        count = Integer.numberOfTrailingZeros(none);
      }
      dst[d] = a;
      dst[d + 1] = b;
      dst[d + 2] = c;
      dst[d + 3] = e;
      p += 2 * count;
      d += count;
    }
    return d - dpos;
  }

  /** 1 for {@link PairTable#NONE}, else 0. */
  private static int none(char c) {
    return c + 1 >>> 16;
  }

  /** The number of bytes in the word before the first SO or SI. */
  private static int bytesToShift(long word) {
    long others = (word ^ SHIFT) & ~ONES;
    long low = others & 0x7F * ONES;
    return Long.numberOfTrailingZeros(~(low + 0x7F * ONES | others) & HIGH_BITS) >>> 3;
  }
}
