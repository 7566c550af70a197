package io.utflow.codec.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Runs of ASCII bytes, eight at a time. */
public final class Ascii {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Ascii() {}

  /** How many bytes from {@code pos} on are ASCII; reads nothing at or beyond {@code end}. */
  public static int prefix(byte[] src, int pos, int end) {
    int p = pos;
    // Four words at a time: p <= end - 32 keeps the last read within [pos, end).
    for (int last = end - 32; p <= last; p += 32) {
      long bits =
          ((long) LONG.get(src, p) | (long) LONG.get(src, p + 8))
              | ((long) LONG.get(src, p + 16) | (long) LONG.get(src, p + 24));
      if ((bits & HIGH_BITS) != 0) {
        break;
      }
    }
    for (int last = end - 8; p <= last; p += 8) {
      long bits = (long) LONG.get(src, p) & HIGH_BITS;
      if (bits != 0) {
        return p - pos + (Long.numberOfTrailingZeros(bits) >>> 3);
      }
    }
    while (p < end && src[p] >= 0) {
      p++;
    }
    return p - pos;
  }
}
