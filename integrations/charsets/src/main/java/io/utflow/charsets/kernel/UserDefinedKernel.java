/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.single.Latin1Kernel;
import io.utflow.codec.kernel.single.LongAscii;

/**
 * x-user-defined, in which each byte is a character: ASCII, or that of its number in a row of the
 * private use area. As in the kernel of single bytes, the JDK widens the bytes, and additions move
 * the row.
 */
public final class UserDefinedKernel implements Kernel {
  /** The only instance. */
  public static final UserDefinedKernel INSTANCE = new UserDefinedKernel();

  /** U+F780, the first of the row, less the byte 80. */
  private static final int DISTANCE = 0xF700;

  private static final int BYTES = 0x100;
  private static final int ASCII = 0x80;

  /** So many chars are still in the first-level cache when they are moved. */
  private static final int STRETCH = 4096;

  private UserDefinedKernel() {}

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int ascii = LongAscii.first(src, pos, dst, dpos, length);
    for (int i = ascii; i < length; i += STRETCH) {
      int stretch = Math.min(length - i, STRETCH);
      Latin1Kernel.widen(src, pos + i, dst, dpos + i, stretch);
      moveRow(dst, dpos + i, dpos + i + stretch);
    }
    return Kernel.progress(length, length);
  }

  /** Without a branch, so that C2 can make vectors of chars. */
  private static void moveRow(char[] dst, int from, int to) {
    for (int i = from; i < to; i++) {
      int c = dst[i];
      dst[i] = (char) (c + (DISTANCE & -(c >>> 7)));
    }
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = 0;
    while (i < length && hasPlace(src[pos + i])) {
      dst[dpos + i] = (byte) src[pos + i];
      i++;
    }
    return Kernel.progress(i, i);
  }

  private static boolean hasPlace(char c) {
    int moved = c - DISTANCE;
    return c < ASCII || moved >= ASCII && moved < BYTES;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return end - pos;
  }
}
