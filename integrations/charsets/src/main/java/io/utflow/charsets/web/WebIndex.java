/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.SequenceTable;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An index of the WHATWG Encoding Standard (§10 to §13), with the additions of its decoder and its
 * encoder. Reading uses the nearest charset of the JDK with differences laid over it; writing uses
 * the inverse. Thread-safe; lazy parts are made once, or twice with the same content.
 */
abstract class WebIndex {
  private volatile @Nullable SequenceTable sequences;
  private volatile @Nullable Inverse inverse;

  /**
   * The table for writing: one or two bytes for each character, 0 for a character that is not
   * written.
   */
  private static final class Inverse {
    private final char[] ofPlane0 = new char[Character.MAX_VALUE + 1];
    private final Map<Integer, Integer> others = new HashMap<>();
  }

  /** The meanings of one and two bytes. */
  final SequenceTable sequences() {
    SequenceTable known = sequences;
    if (known == null) {
      known = makeSequences();
      sequences = known;
    }
    return known;
  }

  abstract SequenceTable makeSequences();

  /** Whether two bytes, which are a character, are what it is written as. */
  boolean isWritten(int first, int second) {
    return true;
  }

  /** Whether the last pointer of a character is written, and not the first. */
  boolean takesLast(int scalar) {
    return false;
  }

  /** Adds the bytes that are written but are not the inverse of the table for reading. */
  void addWritten(char[] bytes) {}

  /** The meaning of three or four bytes that have the structure of a sequence; -1 without one. */
  int longer(byte[] src, int pos) {
    return -1;
  }

  /** Whether three or four bytes are a character. */
  boolean readsLonger(int scalar) {
    return false;
  }

  /** The bytes of a character that is written in more than two. */
  int longerPacked(int scalar) {
    return CharacterTable.UNMAPPED;
  }

  /** The several characters of two bytes. */
  String text(int pair) {
    return "";
  }

  /** The one or two bytes of each character of plane 0; 0 for U+0000, and for none. */
  final char[] written() {
    return inverse().ofPlane0;
  }

  /** The bytes of a character, packed as in a {@link CharacterTable}. */
  final int packed(int scalar) {
    Inverse known = inverse();
    if (scalar > Character.MAX_VALUE) {
      Integer pair = known.others.get(scalar);
      return pair == null ? longerPacked(scalar) : pair;
    }
    int bytes = known.ofPlane0[scalar];
    return bytes != 0 || scalar == 0 ? bytes : longerPacked(scalar);
  }

  private Inverse inverse() {
    Inverse known = inverse;
    if (known == null) {
      known = makeInverse(sequences());
      inverse = known;
    }
    return known;
  }

  private Inverse makeInverse(SequenceTable t) {
    Inverse made = new Inverse();
    for (int first = 0; first < 0x100; first++) {
      put(t.single(first), first, made);
      for (int second = 0; t.single(first) == SequenceTable.PREFIX && second < 0x100; second++) {
        put(isWritten(first, second) ? t.pair(first, second) : -1, first << 8 | second, made);
      }
    }
    addWritten(made.ofPlane0);
    return made;
  }

  private void put(int scalar, int pair, Inverse made) {
    if (scalar > Character.MAX_VALUE) {
      made.others.putIfAbsent(scalar, pair);
    } else if (scalar >= 0 && (made.ofPlane0[scalar] == 0 || takesLast(scalar))) {
      made.ofPlane0[scalar] = (char) pair;
    }
  }

  /** A table of rows of numbers, of each row the first and that of a column. */
  static Map<Integer, Integer> numbers(String table, int column) {
    Map<Integer, Integer> numbers = new HashMap<>();
    for (String row : table.split("\\s+", -1)) {
      int[] parts = Stream.of(row.split("=", -1)).mapToInt(HexFormat::fromHexDigits).toArray();
      numbers.put(parts[0], parts[column]);
    }
    return numbers;
  }
}
