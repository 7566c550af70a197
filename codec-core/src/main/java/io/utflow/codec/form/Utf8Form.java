/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.OUT_OF_RANGE;
import static io.utflow.codec.form.Cause.OVERLONG;
import static io.utflow.codec.form.Cause.SURROGATE;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNEXPECTED_CONTINUATION;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 (RFC 3629 §3 and §4; The Unicode Standard, Table 3-7).
 *
 * <pre>
 *   U+0000..U+007F      00..7F
 *   U+0080..U+07FF      C2..DF  80..BF
 *   U+0800..U+0FFF      E0      A0..BF  80..BF
 *   U+1000..U+CFFF      E1..EC  80..BF  80..BF
 *   U+D000..U+D7FF      ED      80..9F  80..BF
 *   U+E000..U+FFFF      EE..EF  80..BF  80..BF
 *   U+10000..U+3FFFF    F0      90..BF  80..BF  80..BF
 *   U+40000..U+FFFFF    F1..F3  80..BF  80..BF  80..BF
 *   U+100000..U+10FFFF  F4      80..8F  80..BF  80..BF
 * </pre>
 *
 * An ill-formed sequence is a maximal subpart: as many bytes as one row allows, at least one.
 */
public final class Utf8Form implements EncodingForm {
  /** The only instance. */
  public static final Utf8Form INSTANCE = new Utf8Form();

  private Utf8Form() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = src[pos] & 0xFF;
    if (lead < 0x80) {
      return Step.scalar(lead, 1);
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return neverLeads(lead);
    }
    if (end - pos < 2) {
      return Step.prefix(1, atEnd);
    }
    int second = src[pos + 1];
    if (!isContinuation(second)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    if (lead < 0xE0) {
      return Step.scalar((lead & 0x1F) << 6 | second & 0x3F, 2);
    }
    return lead < 0xF0
        ? stepThree(lead, second & 0x3F, src, pos, end, atEnd)
        : stepFour(lead, second & 0x3F, src, pos, end, atEnd);
  }

  private static int neverLeads(int lead) {
    if (lead < 0xC0) {
      return Step.illFormed(UNEXPECTED_CONTINUATION, 1);
    }
    if (lead < 0xC2) {
      return Step.illFormed(OVERLONG, 1);
    }
    return Step.illFormed(lead < 0xF8 ? OUT_OF_RANGE : INVALID_BYTE, 1);
  }

  private static int stepThree(int lead, int second, byte[] src, int pos, int end, boolean atEnd) {
    if (lead == 0xE0 && second < 0x20) {
      return Step.illFormed(OVERLONG, 1);
    }
    if (lead == 0xED && second >= 0x20) {
      return Step.illFormed(SURROGATE, 1);
    }
    if (end - pos < 3) {
      return Step.prefix(2, atEnd);
    }
    int third = src[pos + 2];
    return isContinuation(third)
        ? Step.scalar((lead & 0x0F) << 12 | second << 6 | third & 0x3F, 3)
        : Step.illFormed(TRUNCATED, 2);
  }

  private static int stepFour(int lead, int second, byte[] src, int pos, int end, boolean atEnd) {
    if (lead == 0xF0 && second < 0x10) {
      return Step.illFormed(OVERLONG, 1);
    }
    if (lead == 0xF4 && second >= 0x10) {
      return Step.illFormed(OUT_OF_RANGE, 1);
    }
    if (end - pos < 3) {
      return Step.prefix(2, atEnd);
    }
    int third = src[pos + 2];
    if (!isContinuation(third)) {
      return Step.illFormed(TRUNCATED, 2);
    }
    if (end - pos < 4) {
      return Step.prefix(3, atEnd);
    }
    int fourth = src[pos + 3];
    return isContinuation(fourth)
        ? Step.scalar((lead & 0x07) << 18 | second << 12 | (third & 0x3F) << 6 | fourth & 0x3F, 4)
        : Step.illFormed(TRUNCATED, 3);
  }

  /** 80..BF, as the signed bytes -128..-65. */
  static boolean isContinuation(int signedByte) {
    return signedByte < -64;
  }

  @Override
  public int encodedLength(int scalar) {
    if (scalar < 0x80) {
      return 1;
    }
    if (scalar < 0x800) {
      return 2;
    }
    return scalar < 0x10000 ? 3 : 4;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar < 0x80) {
      dst[pos] = (byte) scalar;
      return pos + 1;
    }
    if (scalar < 0x800) {
      dst[pos] = (byte) (0xC0 | scalar >> 6);
      return writeContinuation(scalar, dst, pos + 1);
    }
    if (scalar < 0x10000) {
      dst[pos] = (byte) (0xE0 | scalar >> 12);
      return writeContinuation(scalar, dst, writeContinuation(scalar >> 6, dst, pos + 1));
    }
    dst[pos] = (byte) (0xF0 | scalar >> 18);
    dst[pos + 1] = (byte) (0x80 | scalar >> 12 & 0x3F);
    return writeContinuation(scalar, dst, writeContinuation(scalar >> 6, dst, pos + 2));
  }

  private static int writeContinuation(int sixBits, byte[] dst, int pos) {
    dst[pos] = (byte) (0x80 | sixBits & 0x3F);
    return pos + 1;
  }

  @Override
  public int maxBytesPerChar() {
    return 3;
  }

  @Override
  public int longestSequence() {
    return 4;
  }

  @Override
  public boolean isAsciiTransparent() {
    return true;
  }

  @Override
  public Charset charsetOfStrings() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public int lastBoundary(byte[] src, int from, int end) {
    for (int back = 1; back <= Math.min(3, end - from); back++) {
      int b = src[end - back];
      if (b >= (byte) 0xC0) {
        // A lead says how long its sequence is: by one, two or three bits behind the first two.
        int length = b >= 0 ? 1 : b < (byte) 0xE0 ? 2 : b < (byte) 0xF0 ? 3 : 4;
        return length > back ? end - back : end;
      }
    }
    return end;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return true;
  }

  @Override
  public boolean hasBytesOfUtf8() {
    return true;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  }

  @Override
  public boolean isMarkText() {
    return false;
  }
}
