/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.scalar.SurrogatePairs;
import java.nio.ByteOrder;

/**
 * UTF-32, one code unit at a time, each checked before it is written.
 *
 * <p>Bounds: four bytes before the end on the side of the bytes and, decoding, room for two chars
 * are checked before each unit.
 */
public final class Utf32Kernel implements Kernel {
  public static final Utf32Kernel BIG_ENDIAN = new Utf32Kernel(ByteOrder.BIG_ENDIAN);
  public static final Utf32Kernel LITTLE_ENDIAN = new Utf32Kernel(ByteOrder.LITTLE_ENDIAN);

  private final boolean bigEndian;

  private Utf32Kernel(ByteOrder order) {
    this.bigEndian = order == ByteOrder.BIG_ENDIAN;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    // Room for a surrogate pair, so that every character fits.
    while (end - p >= 4 && dend - d >= 2) {
      int unit = unit(src, p);
      if (!isScalar(unit)) {
        break;
      }
      p += 4;
      d += Character.toChars(unit, dst, d);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && dend - d >= 4) {
      int length = SurrogatePairs.length(src, p, end);
      if (length == 0) {
        break;
      }
      putUnit(dst, d, length == 1 ? src[p] : Character.toCodePoint(src[p], src[p + 1]));
      p += length;
      d += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (end - p >= 4 && isScalar(unit(src, p))) {
      p += 4;
    }
    return p - pos;
  }

  private int unit(byte[] src, int pos) {
    int unit = Words.getInt(src, pos);
    return bigEndian ? Integer.reverseBytes(unit) : unit;
  }

  private void putUnit(byte[] dst, int pos, int unit) {
    Words.putInt(dst, pos, bigEndian ? Integer.reverseBytes(unit) : unit);
  }

  /** Whether {@code unit} is at most U+10FFFF (unsigned) and no surrogate (D800..DFFF). */
  private static boolean isScalar(int unit) {
    return Integer.compareUnsigned(unit, 0x10FFFF) <= 0 && unit >>> 11 != 0x1B;
  }
}
