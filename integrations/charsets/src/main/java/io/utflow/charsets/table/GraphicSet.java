/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A set of 94 times 94 characters, each two bytes from 21 to 7E (ISO/IEC 2022), as the decoder of a
 * JDK charset has it: the same bytes with the highest bit, perhaps after bytes that name the set.
 * The JDK is asked for all of them when the first is needed. Thread-safe.
 */
public final class GraphicSet {
  /** A pair that no character is assigned to, or a character that the set has not. */
  public static final int UNMAPPED = -1;

  private static final int FIRST = 0x21;
  private static final int LAST = 0x7E;
  private static final int SIZE = LAST - FIRST + 1;
  private static final int HIGH = 0x80;
  private static final int PAGE = 0x100;
  private static final int PAGES = (Character.MAX_CODE_POINT + 1) / PAGE;

  /** The characters of the pairs, and the pairs of each page of 256 characters that has any. */
  private static final class Table {
    private final int[] characters = new int[SIZE * SIZE];
    private final char[] @Nullable [] pairs = new char[PAGES][];
    private final PairTable pairTable;

    Table(IntBinaryOperator set) {
      for (int first = FIRST; first <= LAST; first++) {
        for (int second = FIRST; second <= LAST; second++) {
          put(first, second, set.applyAsInt(first, second));
        }
      }
      pairTable =
          new PairTable(
              (first, second) -> has(first) && has(second) ? scalar(first, second) : UNMAPPED);
    }

    private void put(int first, int second, int scalar) {
      characters[(first - FIRST) * SIZE + second - FIRST] = scalar;
      if (scalar >= 0) {
        char[] page = pairs[scalar / PAGE];
        page = page == null ? new char[PAGE] : page;
        page[scalar % PAGE] = (char) (first << 8 | second);
        pairs[scalar / PAGE] = page;
      }
    }

    int scalar(int first, int second) {
      return characters[(first - FIRST) * SIZE + second - FIRST];
    }
  }

  private final Charset charset;
  private final byte[] prefix;
  private volatile @Nullable Table table;

  /**
   * @param charset the name of a charset that has the set
   * @param prefix the bytes that stand before the two of a character there, perhaps none
   * @throws IllegalCharsetNameException if that is no name
   * @throws UnsupportedCharsetException if this JVM does not have it
   */
  public GraphicSet(String charset, int... prefix) {
    this.charset = Charset.forName(charset);
    this.prefix = new byte[prefix.length];
    for (int i = 0; i < prefix.length; i++) {
      this.prefix[i] = (byte) prefix[i];
    }
  }

  /** Whether a byte may be one of the two of a character. */
  public static boolean has(int b) {
    return b >= FIRST && b <= LAST;
  }

  /** The meaning of two bytes from 21 to 7E: a scalar value, or {@link #UNMAPPED}. */
  public int scalar(int first, int second) {
    return table().scalar(first, second);
  }

  /**
   * Decodes pairs, up to the first that is no character of the Basic Multilingual Plane.
   *
   * @return how many
   */
  public int decode(byte[] src, int pos, char[] dst, int dpos, int pairs) {
    return table().pairTable.decode(src, pos, dst, dpos, pairs);
  }

  /** The two bytes of a character, the second in the lowest; or {@link #UNMAPPED}. */
  public int bytes(int scalar) {
    char[] page = table().pairs[scalar / PAGE];
    int bytes = page == null ? 0 : page[scalar % PAGE];
    return bytes == 0 ? UNMAPPED : bytes;
  }

  private Table table() {
    Table known = table;
    if (known == null) {
      known = made();
      table = known;
    }
    return known;
  }

  private Table made() {
    CharsetProbe probe = new CharsetProbe(charset);
    byte[] bytes = Arrays.copyOf(prefix, prefix.length + 2);
    return new Table(
        (first, second) -> {
          bytes[prefix.length] = (byte) (HIGH | first);
          bytes[prefix.length + 1] = (byte) (HIGH | second);
          return scalar(probe.decode(bytes));
        });
  }

  private static int scalar(@Nullable String text) {
    if (text == null || text.equals("\uFFFD") || text.codePointCount(0, text.length()) != 1) {
      return UNMAPPED;
    }
    return text.codePointAt(0);
  }
}
