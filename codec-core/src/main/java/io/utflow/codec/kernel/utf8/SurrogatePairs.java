/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

/**
 * Which UTF-16 code units of a {@code char[]} are characters, and which are unpaired surrogates.
 */
public final class SurrogatePairs {
  private SurrogatePairs() {}

  /** The number of units of the character at {@code p}, or 0 if an unpaired surrogate is there. */
  public static int length(char[] units, int p, int end) {
    if (!Character.isSurrogate(units[p])) {
      return 1;
    }
    return p + 1 < end && Character.isSurrogatePair(units[p], units[p + 1]) ? 2 : 0;
  }
}
