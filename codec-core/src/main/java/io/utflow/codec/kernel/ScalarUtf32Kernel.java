package io.utflow.codec.kernel;

import java.nio.ByteOrder;

/** UTF-32 a code unit at a time, each checked before it is written. */
final class ScalarUtf32Kernel implements Kernel {
  static final ScalarUtf32Kernel BIG_ENDIAN = new ScalarUtf32Kernel(ByteOrder.BIG_ENDIAN);
  static final ScalarUtf32Kernel LITTLE_ENDIAN = new ScalarUtf32Kernel(ByteOrder.LITTLE_ENDIAN);

  private final boolean bigEndian;

  private ScalarUtf32Kernel(ByteOrder order) {
    this.bigEndian = order == ByteOrder.BIG_ENDIAN;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    // Room for two chars before each unit: what it becomes always fits.
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

  /** At most U+10FFFF (unsigned) and no surrogate D800..DFFF. */
  private static boolean isScalar(int unit) {
    return Integer.compareUnsigned(unit, 0x10FFFF) <= 0 && unit >>> 11 != 0x1B;
  }
}
