/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.IntBinaryOperator;

/**
 * The characters of the Basic Multilingual Plane that are two bytes, or one before a byte 0: one
 * array for all pairs, of which one read of two bytes is the index. Immutable.
 */
public final class PairTable {
  /** Where there is no such character; U+FFFF itself is taken for none. */
  public static final char NONE = '\uFFFF';

  private static final VarHandle PAIR =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int BYTES = 0x100;

  private final char[] characters = new char[BYTES * BYTES];

  /**
   * @param scalar what answers for the first and the second byte: a scalar value, or a negative
   *     number for no character
   */
  PairTable(IntBinaryOperator scalar) {
    for (int i = 0; i < characters.length; i++) {
      characters[i] = charOf(scalar.applyAsInt(i & 0xFF, i >> 8));
    }
  }

  /** A scalar value as one char, or {@link #NONE}. */
  static char charOf(int scalar) {
    return Character.isBmpCodePoint(scalar) ? (char) scalar : NONE;
  }

  /** The character of the two lowest bytes of a word, of which the lower is the first. */
  public char get(int word) {
    return characters[word & 0xFFFF];
  }

  /**
   * Decodes pairs, up to the first that is no such character.
   *
   * @return how many
   */
  int decode(byte[] src, int pos, char[] dst, int dpos, int pairs) {
    int i = 0;
    char c;
    while (i < pairs && (c = get((short) PAIR.get(src, pos + 2 * i))) != NONE) {
      dst[dpos + i] = c;
      i++;
    }
    return i;
  }
}
