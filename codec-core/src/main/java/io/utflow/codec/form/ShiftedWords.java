/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.SequenceTable;

/**
 * Text of single bytes, and of pairs between SO and SI, where the shifts are many, as at each word
 * of Korean: in one loop for both states.
 */
final class ShiftedWords {
  private static final int SHIFT_OUT = 0x0E;
  private static final int SHIFT_IN = 0x0F;

  /** Stands in the tables for what is no character. */
  private static final char NONE = '\uFFFF';

  private final char[] singles = new char[0x100];

  /** By the first byte, then the second. */
  private final char[] pairs = new char[0x10000];

  ShiftedWords(SequenceTable inSingles, SequenceTable inPairs) {
    for (int b = 0; b < 0x100; b++) {
      singles[b] = character(inSingles.single(b));
      boolean lead = inPairs.single(b) == SequenceTable.PREFIX;
      for (int second = 0; second < 0x100; second++) {
        pairs[b << 8 | second] = lead ? character(inPairs.pair(b, second)) : NONE;
      }
    }
  }

  private static char character(int cell) {
    return Character.isBmpCodePoint(cell) ? (char) cell : NONE;
  }

  /**
   * Decodes, from the state of single bytes on, up to a place in that state.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int shift;
    int charsToShift;
    do {
      char c;
      while (p < end && d < dend && (c = singles[src[p] & 0xFF]) != NONE) {
        dst[d++] = c;
        p++;
      }
      shift = p;
      charsToShift = d;
      if (p == end || src[p] != SHIFT_OUT) {
        break;
      }
      p++;
      while (end - p > 1 && d < dend && (c = pair(src, p)) != NONE) {
        dst[d++] = c;
        p += 2;
      }
    } while (p < end && src[p++] == SHIFT_IN);
    return (long) (shift - pos) << 32 | charsToShift - dpos;
  }

  private char pair(byte[] src, int p) {
    return pairs[(src[p] & 0xFF) << 8 | src[p + 1] & 0xFF];
  }
}
