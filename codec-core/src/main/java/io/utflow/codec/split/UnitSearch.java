/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import java.util.Collection;

/**
 * Looks, at the boundaries of code units, for the units that delimiters begin with. Immutable;
 * reads nothing outside {@code [from, to)}.
 */
abstract class UnitSearch {
  /** How many units are compared one by one behind a control that begins no delimiter. */
  static final int CLOSE = 16;

  /**
   * The first index, a whole number of units behind {@code from}, at which a delimiter may begin,
   * or {@code to}.
   *
   * @param to a whole number of units behind {@code from}
   */
  abstract int find(byte[] bytes, int from, int to);

  /** The code unit at an index, as an unsigned number. */
  abstract int unitAt(byte[] bytes, int at);

  /** As {@link #find}, or the first index of a byte that is not ASCII if that comes before. */
  int findOrNonAscii(byte[] bytes, int from, int to) {
    throw new UnsupportedOperationException("only where ASCII characters are bytes");
  }

  /** Whether all of them below a limit are among LF, VT, FF and CR, for which kernels search. */
  static boolean areControls(Collection<Integer> units, int limit) {
    for (int unit : units) {
      if (unit < limit && (unit < '\n' || unit > '\r')) {
        return false;
      }
    }
    return true;
  }
}
