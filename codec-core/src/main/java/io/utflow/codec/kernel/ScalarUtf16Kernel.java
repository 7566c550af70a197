package io.utflow.codec.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * UTF-16: copies code units in bulk, then looks for a surrogate without its partner and takes back
 * what follows it.
 */
final class ScalarUtf16Kernel implements Kernel {
  static final ScalarUtf16Kernel BIG_ENDIAN = new ScalarUtf16Kernel(ByteOrder.BIG_ENDIAN);
  static final ScalarUtf16Kernel LITTLE_ENDIAN = new ScalarUtf16Kernel(ByteOrder.LITTLE_ENDIAN);

  private final ByteOrder order;

  private ScalarUtf16Kernel(ByteOrder order) {
    this.order = order;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    ByteBuffer.wrap(src, pos, 2 * units).order(order).asCharBuffer().get(dst, dpos, units);
    int kept = pairedPrefix(dst, dpos, dpos + units);
    return Kernel.progress(2 * kept, kept);
  }

  private static int pairedPrefix(char[] units, int from, int to) {
    int i = from;
    while (i < to) {
      if (!Character.isSurrogate(units[i])) {
        i++;
      } else if (i + 1 < to && Character.isSurrogatePair(units[i], units[i + 1])) {
        i += 2;
      } else {
        break;
      }
    }
    return i - from;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int high = order == ByteOrder.BIG_ENDIAN ? 0 : 1;
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
