/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

/**
 * Looks for the control characters from LF to CR (LF, VT, FF, CR) in encoded text: every ASCII line
 * break begins with one of them. Stateless and shared by all threads; reads nothing outside {@code
 * [from, to)}.
 */
public interface ControlSearch {
  /** The first index of a byte from 0A to 0D, or {@code to}. */
  int find(byte[] bytes, int from, int to);
}
