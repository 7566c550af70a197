/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;

/** Looks for the next delimiter in bytes, and remembers what it found. One for each stream. */
final class DelimiterSearch {
  /** Of the kernels that are chosen when the stream begins. */
  final ControlSearch controls = Kernels.chosen().controls();

  private int found = EncodedDelimiters.NONE;

  /** The delimiter that was found, {@link EncodedDelimiters#NONE} or {@code UNDECIDED}. */
  int found() {
    return found;
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
    int at = d.find(controls, src, from, whole);
    int delimiter = EncodedDelimiters.NONE;
    while (at < whole) {
      delimiter = d.match(src, at, to, more, prompt);
      if (delimiter != EncodedDelimiters.NONE) {
        break;
      }
      at = d.find(controls, src, at + d.width(), whole);
    }
    boolean isCut = at == whole && more && whole < to;
    found = isCut ? EncodedDelimiters.UNDECIDED : delimiter;
    return found == EncodedDelimiters.NONE ? to : at;
  }

  /**
   * Searches for delimiters that begin in the first {@code tail} bytes of {@code joined}.
   *
   * @return where one begins, or the end of the code units that begin in the tail
   */
  int findInTail(EncodedDelimiters d, byte[] joined, int tail, boolean more, boolean prompt) {
    int at = find(d, joined, 0, joined.length, more, prompt);
    if (at < tail) {
      return at;
    }
    found = EncodedDelimiters.NONE;
    // Whole units, of which the last may have begun in the tail.
    int units = (tail + d.width() - 1) / d.width();
    return Math.min(units * d.width(), joined.length);
  }
}
