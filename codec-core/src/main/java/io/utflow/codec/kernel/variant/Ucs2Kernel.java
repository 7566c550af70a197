/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.kernel.Kernel;

/** UCS-2: UTF-16 without surrogates. */
public final class Ucs2Kernel extends PartKernel {
  /** The index of the more significant byte within a code unit: 0 or 1. */
  private final int high;

  /**
   * @param utf16 a kernel of UTF-16 in the same byte order
   */
  public Ucs2Kernel(Kernel utf16, boolean bigEndian) {
    super(utf16);
    this.high = bigEndian ? 0 : 1;
  }

  @Override
  int same(byte[] src, int pos, int end) {
    int p = pos;
    while (end - p >= 2 && (src[p + high] & 0xF8) != 0xD8) {
      p += 2;
    }
    return p - pos;
  }

  @Override
  int same(char[] src, int pos, int end) {
    int p = pos;
    while (p < end && !Character.isSurrogate(src[p])) {
      p++;
    }
    return p - pos;
  }
}
