/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

/**
 * A kernel that also converts between its encoding and UTF-8 without chars in between: twice as
 * fast where one instruction converts many code units. Law L8 holds for both methods.
 */
public interface Utf8Neighbour extends Kernel {
  /** Converts some well-formed prefix of this encoding to UTF-8. */
  long toUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend);

  /** Converts some well-formed prefix of UTF-8 to this encoding. */
  long fromUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend);
}
