/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

/** Converts the bytes of one encoding to those of another. */
@FunctionalInterface
public interface DirectConversion {
  /**
   * Converts some well-formed prefix.
   *
   * @return the bytes read and the bytes written, packed by {@link Kernel#progress}
   */
  long convert(byte[] src, int pos, int end, byte[] dst, int dpos, int dend);
}
