/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.charsets.unicode.UtfEbcdicForm;
import io.utflow.codec.kernel.Kernel;

/** UTF-EBCDIC in the Basic Multilingual Plane. Each byte is looked up as what it is in I8. */
public final class UtfEbcdicKernel implements Kernel {
  /** The only instance. */
  public static final UtfEbcdicKernel INSTANCE = new UtfEbcdicKernel();

  private static final int FIRST_TRAIL = 0xA0;
  private static final int FIRST_OF_TWO = 0xC5;
  private static final int FIRST_OF_THREE = 0xE1;
  private static final int FIRST_OF_FOUR = 0xF0;

  /** Of four bytes, the last lead of a character below U+10000. */
  private static final int LAST_OF_FOUR = 0xF1;

  /** What each byte is in I8. */
  private final int[] i8 = new int[0x100];

  private UtfEbcdicKernel() {
    byte[] one = new byte[1];
    for (int b = 0; b < i8.length; b++) {
      one[0] = (byte) b;
      i8[b] = UtfEbcdicForm.i8(one, 0);
    }
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && d < dend) {
      int run = decodeSingles(src, p, end, dst, d, dend);
      p += run;
      d += run;
      int lead = p < end && d < dend ? i8[src[p] & 0xFF] : 0;
      int length = length(lead);
      int scalar = length <= end - p ? scalar(lead, length, src, p) : -1;
      if (scalar < 0) {
        break;
      }
      dst[d++] = (char) scalar;
      p += length;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private int decodeSingles(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int[] bytes = i8;
    int length = Math.min(end - p, dend - d);
    int i = 0;
    while (i < length) {
      int one = bytes[src[p + i] & 0xFF];
      if (one >= FIRST_TRAIL) {
        break;
      }
      dst[d + i] = (char) one;
      i++;
    }
    return i;
  }

  /** The bytes of a sequence; more than there are where the lead is left to the form. */
  private static int length(int lead) {
    if (lead < FIRST_OF_THREE) {
      return lead < FIRST_OF_TWO || lead == FIRST_OF_THREE - 1 ? Integer.MAX_VALUE : 2;
    }
    if (lead < FIRST_OF_FOUR) {
      return 3;
    }
    return lead <= LAST_OF_FOUR ? 4 : Integer.MAX_VALUE;
  }

  /** The character of the plane at {@code p}, or -1. */
  private int scalar(int lead, int length, byte[] src, int p) {
    int second = trail(src, p + 1);
    if (length == 2) {
      return second < 0 ? -1 : (lead & 0x1F) << 5 | second;
    }
    int third = trail(src, p + 2);
    if (length == 3) {
      return (second | third) < 0 ? -1 : (lead & 0x0F) << 10 | second << 5 | third;
    }
    int fourth = trail(src, p + 3);
    int scalar = (lead & 0x07) << 15 | second << 10 | third << 5 | fourth;
    boolean left = (second | third | fourth) < 0 || scalar < 0x4000 || scalar > 0xFFFF;
    return left || Character.isSurrogate((char) scalar) ? -1 : scalar;
  }

  /** The five bits of a trail, or -1. */
  private int trail(byte[] src, int p) {
    int value = i8[src[p] & 0xFF] ^ FIRST_TRAIL;
    return value < 0x20 ? value : -1;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (p < end) {
      int lead = i8[src[p] & 0xFF];
      int length = lead < FIRST_TRAIL ? 1 : length(lead);
      if (length > end - p || length > 1 && scalar(lead, length, src, p) < 0) {
        break;
      }
      p += length;
    }
    return p - pos;
  }
}
