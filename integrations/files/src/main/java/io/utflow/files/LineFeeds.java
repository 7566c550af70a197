/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Counts the bytes 0A, eight at a time. With each byte xored by 0A those are 0; the sum with 7F of
 * the low seven bits has the high bit of each byte of which one of them is 1, and does not carry.
 *
 * <p>Bounds: a word is read where eight bytes are left before {@code to}.
 */
final class LineFeeds {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EACH = 0x0A0A0A0A0A0A0A0AL;
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

  private LineFeeds() {}

  static int count(byte[] bytes, int from, int to) {
    int count = 0;
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long other = (long) LONGS.get(bytes, i) ^ EACH;
      long notZero = (other & LOW_BITS) + LOW_BITS | other | LOW_BITS;
      count += Long.bitCount(~notZero);
    }
    for (; i < to; i++) {
      count += bytes[i] == '\n' ? 1 : 0;
    }
    return count;
  }
}
