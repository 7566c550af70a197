package io.utflow.codec.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes and chars eight and four at a time, in the lanes of a {@code long}: the first in the lowest
 * bits, whatever the byte order of the machine.
 */
final class Words {
  /** The high bit of each byte: set in none of eight ASCII bytes. */
  static final long HIGH_BITS = 0x8080808080808080L;

  /** One in each of the four 16-bit lanes; times a constant, that constant in each. */
  static final long LANES = 0x0001000100010001L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  /** Eight bytes; the array bounds are checked, the caller sees to {@code p + 8 <= end}. */
  static long get(byte[] src, int p) {
    return (long) LONG.get(src, p);
  }

  /** Four bytes; the caller sees to {@code p + 4 <= end}. */
  static int getInt(byte[] src, int p) {
    return (int) INT.get(src, p);
  }

  /** Stores four bytes; the caller sees to {@code d + 4 <= dend}. */
  static void putInt(byte[] dst, int d, int word) {
    INT.set(dst, d, word);
  }

  /** Stores eight bytes; the caller sees to {@code d + 8 <= dend}. */
  static void put(byte[] dst, int d, long word) {
    LONG.set(dst, d, word);
  }

  /**
   * Eight bytes, of which those at or beyond {@code end} read as FF, which is no part of any
   * well-formed text. Nothing at or beyond {@code end} is touched; the caller sees to it that eight
   * bytes before {@code end} are its own. {@code p} may be beyond the greatest {@code int}: the
   * difference is right again.
   */
  static long getPadded(byte[] src, int p, int end) {
    return end - p >= 8 ? (long) LONG.get(src, p) : padded(src, end - p, end);
  }

  private static long padded(byte[] src, int length, int end) {
    if (length <= 0) {
      return -1;
    }
    long lastEight = (long) LONG.get(src, end - 8);
    return lastEight >>> 64 - 8 * length | -1L << 8 * length;
  }

  /** Stores four lanes of 16 bits; the caller sees to {@code d + 4 <= dend}. */
  static void put4(char[] dst, int d, long lanes) {
    dst[d] = (char) lanes;
    dst[d + 1] = (char) (lanes >>> 16);
    dst[d + 2] = (char) (lanes >>> 32);
    dst[d + 3] = (char) (lanes >>> 48);
  }

  /** Four chars in 16-bit lanes; the caller sees to {@code p + 4 <= end}. */
  static long get4(char[] src, int p) {
    return src[p] | (long) src[p + 1] << 16 | (long) src[p + 2] << 32 | (long) src[p + 3] << 48;
  }

  /**
   * How many ASCII bytes, at most two, stand in the two lowest bytes. After a run of longer
   * sequences this is a space, or a comma and a space, taken with the run without a branch.
   */
  static int trailingAscii(int twoBytes) {
    int first = ~twoBytes >>> 7 & 1;
    return first + (~twoBytes >>> 15 & first);
  }

  /** How many of two chars, before one that is not, are ASCII; see the other. */
  static int trailingAscii(int first, int second) {
    int isFirst = first - 0x80 >>> 31;
    return isFirst + (second - 0x80 >>> 31 & isFirst);
  }
}
