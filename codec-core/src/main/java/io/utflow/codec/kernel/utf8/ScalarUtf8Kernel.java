/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;

/**
 * UTF-8 by plain loops, a character at a time, as the JDK's own decoder reads it and as fast on
 * every kind of text except ASCII: input that other kernels leave to it is not slower than with the
 * JDK.
 *
 * <p>Bounds: each loop checks that a whole sequence is before {@code end}, and that there is room
 * for its chars, before it touches either array. Other kernels leave inputs shorter than a block to
 * this one.
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
      if (lead >= 0) {
        dst[d++] = (char) lead;
        p++;
      } else if (lead < -32) {
        if (lead < (byte) 0xC2 || end - p < 2) {
          break;
        }
        int second = src[p + 1];
        if (second >= -64) {
          break;
        }
        dst[d++] = (char) ((lead & 0x1F) << 6 | second & 0x3F);
        p += 2;
      } else if (lead < -16) {
        if (end - p < 3) {
          break;
        }
        int second = src[p + 1];
        int third = src[p + 2];
        if (!isThree(lead, second, third)) {
          break;
        }
        dst[d++] = (char) ((lead & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F);
        p += 3;
      } else {
        int scalar = end - p < 4 || dend - d < 2 ? -1 : fourBytes(src, p);
        if (scalar < 0) {
          break;
        }
        dst[d++] = Character.highSurrogate(scalar);
        dst[d++] = Character.lowSurrogate(scalar);
        p += 4;
      }
    }
    return Kernel.progress(p - pos, d - dpos);
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
      int scalar = Character.codePointAt(src, p, end);
      if (isSurrogate(scalar) || Utf8Form.INSTANCE.encodedLength(scalar) > dend - d) {
        break;
      }
      d = Utf8Form.INSTANCE.write(scalar, dst, d);
      p += Character.charCount(scalar);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (p < end) {
      int step = Utf8Form.INSTANCE.step(src, p, end, false);
      if (!Step.isScalar(step)) {
        break;
      }
      p += Step.length(step);
    }
    return p - pos;
  }

  /** Whether a code point is an unpaired surrogate, D800..DFFF. */
  private static boolean isSurrogate(int codePoint) {
    return codePoint >>> 11 == 0x1B;
  }

  private static boolean isThree(int lead, int second, int third) {
    int top = (lead & 0x0F) << 1 | (second & 0x3F) >> 5;
    return second < -64 && third < -64 && top != 0 && top != 0x1B;
  }
}
