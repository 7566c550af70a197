/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.scalar;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteOrder;

/**
 * UTF-16, one code unit at a time. The well-formed prefix is found first: every unit is checked, a
 * high surrogate together with the unit after it. That prefix is then copied in the byte order.
 *
 * <p>Bounds: the number of units is cut to what fits into both ranges before anything is read.
 */
public final class ScalarUtf16Kernel implements Kernel {
  public static final ScalarUtf16Kernel BIG_ENDIAN = new ScalarUtf16Kernel(ByteOrder.BIG_ENDIAN);
  public static final ScalarUtf16Kernel LITTLE_ENDIAN =
      new ScalarUtf16Kernel(ByteOrder.LITTLE_ENDIAN);

  /** The index of the more significant byte within a code unit: 0 or 1. */
  private final int high;

  private ScalarUtf16Kernel(ByteOrder order) {
    this.high = order == ByteOrder.BIG_ENDIAN ? 0 : 1;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    int kept = wellFormedPrefix(src, pos, pos + 2 * units) >> 1;
    copyUnits(src, pos, pos + 2 * kept, dst, dpos, dend);
    return Kernel.progress(2 * kept, kept);
  }

  @Override
  public int copyUnits(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    for (int i = 0; i < units; i++) {
      int p = pos + 2 * i;
      dst[dpos + i] = (char) (src[p + high] << 8 | src[p + 1 - high] & 0xFF);
    }
    return units;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int units = Math.min(end - pos, dend - dpos >> 1);
    int kept = SurrogatePairs.pairedPrefix(src, pos, pos + units);
    for (int i = 0; i < kept; i++) {
      int d = dpos + 2 * i;
      dst[d + high] = (byte) (src[pos + i] >> 8);
      dst[d + 1 - high] = (byte) src[pos + i];
    }
    return Kernel.progress(kept, 2 * kept);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (end - p >= 2) {
      int top = src[p + high] & 0xFC;
      if (top != 0xD8 && top != 0xDC) {
        p += 2;
      } else if (top == 0xD8 && end - p >= 4 && (src[p + 2 + high] & 0xFC) == 0xDC) {
        p += 4;
      } else {
        break;
      }
    }
    return p - pos;
  }
}
