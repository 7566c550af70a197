package io.utflow.codec.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** UTF-32: a code unit at a time, each checked before it is written. */
final class ScalarUtf32Kernel implements Kernel {
  static final ScalarUtf32Kernel BIG_ENDIAN = new ScalarUtf32Kernel(ByteOrder.BIG_ENDIAN);
  static final ScalarUtf32Kernel LITTLE_ENDIAN = new ScalarUtf32Kernel(ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

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
      if (unit < 0x10000) {
        dst[d++] = (char) unit;
      } else {
        dst[d] = Character.highSurrogate(unit);
        dst[d + 1] = Character.lowSurrogate(unit);
        d += 2;
      }
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
    int unit = (int) INT.get(src, pos);
    return bigEndian ? Integer.reverseBytes(unit) : unit;
  }

  /** At most U+10FFFF (unsigned) and no surrogate D800..DFFF. */
  private static boolean isScalar(int unit) {
    return Integer.compareUnsigned(unit, 0x10FFFF) <= 0 && unit >>> 11 != 0x1B;
  }
}
