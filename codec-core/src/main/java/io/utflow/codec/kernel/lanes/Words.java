/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.lanes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Loads and stores eight bytes or four chars at a time, in the lanes of a {@code long}: the first
 * is in the lowest bits, whatever the byte order of the machine.
 */
public final class Words {
  /** The high bit of each byte, which no ASCII byte has. */
  public static final long HIGH_BITS = 0x8080808080808080L;

  /** A one in each of four 16-bit lanes; times a constant, that constant in each. */
  public static final long LANES = 0x0001000100010001L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  /** Loads eight bytes; the caller ensures {@code p + 8 <= end}. */
  public static long get(byte[] src, int p) {
    return (long) LONG.get(src, p);
  }

  /** Loads four bytes; the caller ensures {@code p + 4 <= end}. */
  public static int getInt(byte[] src, int p) {
    return (int) INT.get(src, p);
  }

  /** Stores four bytes; the caller ensures {@code d + 4 <= dend}. */
  public static void putInt(byte[] dst, int d, int word) {
    INT.set(dst, d, word);
  }

  /** Stores eight bytes; the caller ensures {@code d + 8 <= dend}. */
  public static void put(byte[] dst, int d, long word) {
    LONG.set(dst, d, word);
  }

  /**
   * Loads eight bytes, with FF, which no well-formed UTF-8 contains, in the place of those at or
   * beyond {@code end}. Nothing at or beyond {@code end} is read. The caller ensures that the eight
   * bytes before {@code end} are within its range, because near the end they are loaded and
   * shifted. {@code p} may have overflowed: {@code end - p} is right all the same.
   */
  public static long getPadded(byte[] src, int p, int end) {
    return end - p >= 8 ? (long) LONG.get(src, p) : padded(src, end - p, end);
  }

  private static long padded(byte[] src, int length, int end) {
    if (length <= 0) {
      return -1;
    }
    long lastEight = (long) LONG.get(src, end - 8);
    return lastEight >>> 64 - 8 * length | -1L << 8 * length;
  }

  /** Stores four lanes of 16 bits; the caller ensures {@code d + 4 <= dend}. */
  public static void put4(char[] dst, int d, long lanes) {
    dst[d] = (char) lanes;
    dst[d + 1] = (char) (lanes >>> 16);
    dst[d + 2] = (char) (lanes >>> 32);
    dst[d + 3] = (char) (lanes >>> 48);
  }

  /** Loads four chars into 16-bit lanes; the caller ensures {@code p + 4 <= end}. */
  public static long get4(char[] src, int p) {
    return src[p] | (long) src[p + 1] << 16 | (long) src[p + 2] << 32 | (long) src[p + 3] << 48;
  }

  /**
   * With how many ASCII bytes the two lowest bytes begin: 0, 1 or 2. After a run of longer
   * sequences these are often a space, or a comma and a space, and can be taken with the run
   * without a branch.
   */
  public static int trailingAscii(int twoBytes) {
    int first = ~twoBytes >>> 7 & 1;
    return first + (~twoBytes >>> 15 & first);
  }

  /** With how many ASCII chars two chars begin: 0, 1 or 2. */
  public static int trailingAscii(int first, int second) {
    int isFirst = first - 0x80 >>> 31;
    return isFirst + (second - 0x80 >>> 31 & isFirst);
  }
}
