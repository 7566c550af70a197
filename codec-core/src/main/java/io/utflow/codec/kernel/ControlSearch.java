/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

/**
 * Looks for the control characters from LF to CR (LF, VT, FF, CR) in encoded text: every ASCII line
 * break begins with one of them. Stateless and shared by all threads; reads nothing outside {@code
 * [from, to)}.
 */
public interface ControlSearch {
  /**
   * The first index of a byte from 0A to 0D, or {@code to}; its complement, of which {@link #index}
   * is the index, if a byte before it is not ASCII.
   */
  int find(byte[] bytes, int from, int to);

  /**
   * The first index of a UTF-16 code unit from 000A to 000D, or {@code to}. Code units begin at
   * even distances from {@code from}.
   *
   * @param to an even number of bytes after {@code from}
   */
  int findUtf16(byte[] bytes, int from, int to, boolean bigEndian);

  /** The index that {@link #find} has found. */
  static int index(int found) {
    return found ^ found >> 31;
  }
}
