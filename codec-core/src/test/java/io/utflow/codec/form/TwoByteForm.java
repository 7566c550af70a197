/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.OUT_OF_RANGE;
import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * For tests only: like Big5 and GB18030, and worse. A second byte may be an ASCII letter or LF,
 * some pairs are two characters, one is none; four bytes write every character, so that there are
 * two ways.
 *
 * <pre>
 *   00..7F                           ASCII
 *   81..FE  0A, 40..7E, 80..FE       U+4E00 and on, but for 88 62, 88 0A and 88 7E
 *   81..FE  30..39  81..FE  30..39   a scalar value by its number
 * </pre>
 */
public final class TwoByteForm implements EncodingForm {
  /** The only instance. */
  public static final TwoByteForm INSTANCE = new TwoByteForm();

  private TwoByteForm() {}

  private static boolean isLead(int b) {
    return b >= 0x81 && b <= 0xFE;
  }

  private static boolean isDigit(int b) {
    return b >= 0x30 && b <= 0x39;
  }

  private static boolean isTrail(int b) {
    return b == 0x0A || b >= 0x40 && b <= 0xFE && b != 0x7F;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = src[pos] & 0xFF;
    if (lead < 0x80) {
      return Step.scalar(lead, 1);
    }
    if (!isLead(lead)) {
      return Step.illFormed(INVALID_BYTE, 1);
    }
    if (end - pos < 2) {
      return prefix(1, atEnd);
    }
    int second = src[pos + 1] & 0xFF;
    if (isDigit(second)) {
      return four(lead, second, src, pos, end, atEnd);
    }
    if (second == 0xFF) {
      return Step.illFormed(INVALID_BYTE, 2);
    }
    if (!isTrail(second)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    boolean several = lead == 0x88 && (second == 0x62 || second == 0x0A || second == 0x7E);
    return several ? Step.text(second, 2) : Step.scalar(0x4E00 + (lead - 0x81) * 0x100 + second, 2);
  }

  private static int four(int lead, int second, byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 3) {
      return prefix(2, atEnd);
    }
    int third = src[pos + 2] & 0xFF;
    if (!isLead(third)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    if (end - pos < 4) {
      return prefix(3, atEnd);
    }
    int fourth = src[pos + 3] & 0xFF;
    if (!isDigit(fourth)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    int scalar = (((lead - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) * 10 + fourth - 0x30;
    return Character.isValidCodePoint(scalar) && Character.getType(scalar) != Character.SURROGATE
        ? Step.scalar(scalar, 4)
        : Step.illFormed(OUT_OF_RANGE, 4);
  }

  private static int prefix(int length, boolean atEnd) {
    return atEnd ? Step.illFormed(TRUNCATED, length) : Step.NEEDS_MORE;
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return switch (Step.detail(step)) {
      case 0x62 -> "\u00CA\u0304";
      case 0x0A -> "\uD83D\uDE42\nz";
      default -> "";
    };
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar < 0x80 ? 1 : 4;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar < 0x80) {
      dst[pos] = (byte) scalar;
      return pos + 1;
    }
    dst[pos + 3] = (byte) (0x30 + scalar % 10);
    dst[pos + 2] = (byte) (0x81 + scalar / 10 % 126);
    dst[pos + 1] = (byte) (0x30 + scalar / 1260 % 10);
    dst[pos] = (byte) (0x81 + scalar / 12600);
    return pos + 4;
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
  public boolean isSelfSynchronizing() {
    return false;
  }

  @Override
  public int maxBytesPerChar() {
    return 4;
  }

  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return -1;
  }

  @Override
  public int unitWidth() {
    return 1;
  }

  @Override
  public boolean isBigEndian() {
    return true;
  }
}
