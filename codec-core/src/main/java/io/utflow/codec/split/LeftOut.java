/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Where in the text of a line ill-formed sequences were left out: chars of the line before each
 * place, in order, each place once however many sequences were left out there.
 *
 * <p>A decoder marks such a place by {@link #MARK}, an unpaired surrogate, which well-formed text
 * never holds.
 */
final class LeftOut {
  /** The mark in decoded text where a sequence was left out: a low surrogate, unpaired. */
  static final char MARK = '\uDC00';

  private static final char REPLACEMENT = '\uFFFD';

  private int[] places = new int[4];
  private int count;

  /** Adds a place, which is not before the last one. */
  void add(int place) {
    if (count > 0 && places[count - 1] == place) {
      return;
    }
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
    }
    places[count++] = place;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /**
   * Puts U+FFFD into {@code line} at each place across which its text, with the terminator behind
   * it, would contain a delimiter (law L10). The places are forgotten.
   */
  void separate(StringBuilder line, String terminator, Delimiters delimiters) {
    String joined = line + terminator;
    BitSet across = delimiters.across(joined, places, count);
    if (!across.isEmpty()) {
      int end = line.length();
      int from = 0;
      line.setLength(0);
      for (int i = across.nextSetBit(0); i >= 0; i = across.nextSetBit(i + 1)) {
        // Behind a line that was cut at its bound there is no place.
        if (places[i] <= end) {
          line.append(joined, from, places[i]).append(REPLACEMENT);
          from = places[i];
        }
      }
      line.append(joined, from, end);
    }
    count = 0;
  }

  /**
   * Removes the marks from {@code chars[from, to)}, and adds their places.
   *
   * @param before the chars of the line before {@code from}
   * @return the end of what is left
   */
  int takeMarks(char[] chars, int from, int to, int before) {
    int end = from;
    for (int i = from; i < to; i++) {
      char c = chars[i];
      if (c == MARK && (end == from || !Character.isHighSurrogate(chars[end - 1]))) {
        add(before + end - from);
      } else {
        chars[end++] = c;
      }
    }
    return end;
  }
}
