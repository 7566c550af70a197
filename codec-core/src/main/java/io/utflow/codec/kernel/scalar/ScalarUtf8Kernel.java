/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.scalar;

import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;

/**
 * UTF-8 by plain loops. Decoding has one small method for each length of sequence, so that the JVM
 * compiles each for the text it meets.
 *
 * <p>Bounds: every loop checks that a whole sequence is before {@code end}, and that there is room
 * for its chars, before it touches either array. Other kernels leave to this one what is shorter
 * than a block.
 */
public final class ScalarUtf8Kernel implements Kernel {
  /** The only instance. */
  public static final ScalarUtf8Kernel INSTANCE = new ScalarUtf8Kernel();

  private ScalarUtf8Kernel() {}

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && d < dend) {
      int lead = src[p];
      int run;
      if (lead >= 0) {
        run = decodeAscii(src, p, end, dst, d, dend);
        p += run;
        d += run;
      } else if (lead < -32) {
        run = decodeTwo(src, p, end, dst, d, dend);
        p += 2 * run;
        d += run;
      } else if (lead < -16) {
        run = decodeThree(src, p, end, dst, d, dend);
        p += 3 * run;
        d += run;
      } else {
        run = decodeFour(src, p, end, dst, d, dend);
        p += 4 * run;
        d += 2 * run;
      }
      if (run == 0) {
        break;
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private static int decodeAscii(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int limit = Math.min(end - pos, dend - dpos);
    int i = 0;
    while (i < limit && src[pos + i] >= 0) {
      dst[dpos + i] = (char) src[pos + i];
      i++;
    }
    return i;
  }

  private static int decodeTwo(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int limit = Math.min(end - pos >> 1, dend - dpos);
    int i = 0;
    for (int p = pos; i < limit; i++, p += 2) {
      int lead = src[p];
      int second = src[p + 1];
      if (lead < (byte) 0xC2 || lead > (byte) 0xDF || second >= -64) {
        break;
      }
      dst[dpos + i] = (char) ((lead & 0x1F) << 6 | second & 0x3F);
    }
    return i;
  }

  private static int decodeThree(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int limit = Math.min((end - pos) / 3, dend - dpos);
    int i = 0;
    for (int p = pos; i < limit; i++, p += 3) {
      int lead = src[p];
      int second = src[p + 1];
      int third = src[p + 2];
      int value = (lead & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F;
      boolean shaped = lead >= (byte) 0xE0 && lead < (byte) 0xF0 && second < -64 && third < -64;
      if (!shaped || value < 0x800 || value >= 0xD800 && value < 0xE000) {
        break;
      }
      dst[dpos + i] = (char) value;
    }
    return i;
  }

  private static int decodeFour(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int limit = Math.min(end - pos >> 2, dend - dpos >> 1);
    int i = 0;
    for (int p = pos; i < limit; i++, p += 4) {
      int scalar = fourBytes(src, p);
      if (scalar < 0) {
        break;
      }
      dst[dpos + 2 * i] = Character.highSurrogate(scalar);
      dst[dpos + 2 * i + 1] = Character.lowSurrogate(scalar);
    }
    return i;
  }

  /**
   * The character of the four-byte sequence at {@code p}, or -1 if that is ill-formed; reads four
   * bytes.
   */
  public static int fourBytes(byte[] src, int p) {
    int second = src[p + 1];
    int third = src[p + 2];
    int fourth = src[p + 3];
    int lead = src[p] & 0xFF;
    int scalar = (lead & 0x07) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | fourth & 0x3F;
    boolean shaped = lead >= 0xF0 && lead < 0xF5 && second < -64 && third < -64 && fourth < -64;
    return shaped && Character.isSupplementaryCodePoint(scalar) ? scalar : -1;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      if (src[p] < 0x80 && d < dend) {
        dst[d++] = (byte) src[p++];
        continue;
      }
      int length = SurrogatePairs.length(src, p, end);
      if (length == 0) {
        break;
      }
      int scalar = length == 1 ? src[p] : Character.toCodePoint(src[p], src[p + 1]);
      if (Utf8Form.INSTANCE.encodedLength(scalar) > dend - d) {
        break;
      }
      d = Utf8Form.INSTANCE.write(scalar, dst, d);
      p += length;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (p < end) {
      int length = sequenceLength(src, p, end);
      if (length == 0) {
        break;
      }
      p += length == 1 ? Ascii.prefix(src, p, end) : length;
    }
    return p - pos;
  }

  /** The length of the well-formed sequence at {@code p}, or 0 if there is none. */
  private static int sequenceLength(byte[] src, int p, int end) {
    int lead = src[p];
    if (lead >= 0) {
      return 1;
    }
    if (lead < -32) {
      return lead >= (byte) 0xC2 && end - p >= 2 && src[p + 1] < -64 ? 2 : 0;
    }
    if (lead < -16) {
      return end - p >= 3 && isThree(lead, src[p + 1], src[p + 2]) ? 3 : 0;
    }
    return end - p >= 4 && fourBytes(src, p) >= 0 ? 4 : 0;
  }

  private static boolean isThree(int lead, int second, int third) {
    int top = (lead & 0x0F) << 1 | (second & 0x3F) >> 5;
    return second < -64 && third < -64 && top != 0 && top != 0x1B;
  }
}
