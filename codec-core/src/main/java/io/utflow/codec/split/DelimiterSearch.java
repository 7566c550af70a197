/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;

/** Looks for the next delimiter in bytes, and remembers what it found. One for each stream. */
final class DelimiterSearch {
  /** Of the kernels that are chosen when the stream begins. */
  private final ControlSearch controls = Kernels.chosen().controls();

  private int found = EncodedDelimiters.NONE;
  private boolean ascii;

  /** The delimiter that was found, {@link EncodedDelimiters#NONE} or {@code UNDECIDED}. */
  int found() {
    return found;
  }

  /** Whether all before what was found is ASCII characters, if the bytes begin a sequence. */
  boolean isAscii() {
    return ascii;
  }

  /**
   * Searches {@code [from, to)}, which begins at a code unit.
   *
   * @param more whether bytes may follow
   * @param prompt whether a CR counts at once
   * @return where the delimiter begins that {@link #found} tells, or where the text ends
   */
  int find(EncodedDelimiters d, byte[] src, int from, int to, boolean more, boolean prompt) {
    int whole = to - (to - from & d.width() - 1);
    int next = d.find(controls, src, from, whole);
    int at = ControlSearch.index(next);
    boolean isAscii = next >= 0 && d.readsAscii();
    int delimiter = EncodedDelimiters.NONE;
    while (at < whole) {
      delimiter = d.match(src, at, to, more, prompt);
      if (delimiter != EncodedDelimiters.NONE) {
        break;
      }
      isAscii &= src[at] >= 0;
      next = d.find(controls, src, at + d.width(), whole);
      isAscii &= next >= 0;
      at = ControlSearch.index(next);
    }
    boolean isCut = at == whole && more && whole < to;
    found = isCut ? EncodedDelimiters.UNDECIDED : delimiter;
    ascii = isAscii;
    return found == EncodedDelimiters.NONE ? to : at;
  }

  /**
   * Searches for delimiters that begin in the first {@code tail} bytes of {@code joined}.
   *
   * @return where one begins, or the end of the code units that begin in the tail
   */
  int findInTail(EncodedDelimiters d, byte[] joined, int tail, boolean more, boolean prompt) {
    ascii = false;
    for (int at = 0; at < tail; at += d.width()) {
      found = d.match(joined, at, joined.length, more, prompt);
      if (found == EncodedDelimiters.NONE && more && joined.length - at < d.width()) {
        found = EncodedDelimiters.UNDECIDED;
      }
      if (found != EncodedDelimiters.NONE) {
        return at;
      }
    }
    // Whole units, of which the last may have begun in the tail.
    int units = (tail + d.width() - 1) / d.width();
    return Math.min(units * d.width(), joined.length);
  }
}
