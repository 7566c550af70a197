/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.kernel.Kernel;

/**
 * UCS-2, a code unit at a time: UTF-16 without surrogates.
 *
 * <p>Bounds: the number of units is cut to what fits into both ranges.
 */
public final class Ucs2Kernel implements Kernel {
  public static final Ucs2Kernel BIG_ENDIAN = new Ucs2Kernel(0);
  public static final Ucs2Kernel LITTLE_ENDIAN = new Ucs2Kernel(1);

  /** The index of the more significant byte within a code unit. */
  private final int high;

  private Ucs2Kernel(int high) {
    this.high = high;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    int i = 0;
    while (i < units) {
      int p = pos + 2 * i;
      char unit = (char) (src[p + high] << 8 | src[p + 1 - high] & 0xFF);
      if (Character.isSurrogate(unit)) {
        break;
      }
      dst[dpos + i] = unit;
      i++;
    }
    return Kernel.progress(2 * i, i);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int units = Math.min(end - pos, dend - dpos >> 1);
    int i = 0;
    while (i < units && !Character.isSurrogate(src[pos + i])) {
      int d = dpos + 2 * i;
      dst[d + high] = (byte) (src[pos + i] >> 8);
      dst[d + 1 - high] = (byte) src[pos + i];
      i++;
    }
    return Kernel.progress(i, 2 * i);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (end - p >= 2 && (src[p + high] & 0xF8) != 0xD8) {
      p += 2;
    }
    return p - pos;
  }
}
