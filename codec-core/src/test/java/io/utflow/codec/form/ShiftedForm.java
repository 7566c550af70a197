/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * For tests only: like ISO-2022. Escapes become no character but change the state; LF ends the
 * shift, and so does an ill-formed escape.
 *
 * <pre>
 *   0E, 0F                 shift out and in
 *   1B 41, 1B 42           choose the set A or B
 *   21..7E  21..7E         if shifted out: a character of the set, U+4E00 or U+AC00 and on
 *   00..7F                 else ASCII
 * </pre>
 */
public final class ShiftedForm implements EncodingForm {
  /** In the state in which streams begin. */
  public static final ShiftedForm SHARED = new ShiftedForm();

  private static final int ESCAPE = 0x1B;
  private static final int A = 0x4E00;
  private static final int B = 0xAC00;

  private boolean shifted;
  private int set = A;

  private ShiftedForm() {}

  private static boolean isGraphic(int b) {
    return b >= 0x21 && b <= 0x7E;
  }

  @Override
  public EncodingForm forStream() {
    return new ShiftedForm();
  }

  @Override
  public EncodingForm copy() {
    ShiftedForm copy = new ShiftedForm();
    copy.shifted = shifted;
    copy.set = set;
    return copy;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int first = src[pos];
    if (first < 0) {
      return Step.illFormed(INVALID_BYTE, 1);
    }
    if (first == 0x0E || first == 0x0F || first == '\n' && shifted) {
      return Step.text(first, 1);
    }
    boolean pair = shifted && isGraphic(first);
    if (first != ESCAPE && !pair) {
      return Step.scalar(first, 1);
    }
    if (end - pos < 2) {
      return atEnd ? Step.illFormed(TRUNCATED, 1) : Step.NEEDS_MORE;
    }
    int second = src[pos + 1];
    if (pair) {
      return isGraphic(second)
          ? Step.scalar(set + (first - 0x21) * 94 + second - 0x21, 2)
          : Step.illFormed(TRUNCATED, 1);
    }
    return second == 'A' || second == 'B'
        ? Step.text(second, 2)
        : Step.told(Step.illFormed(INVALID_BYTE, 1));
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return Step.detail(step) == '\n' ? "\n" : "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    switch (Step.isIllFormed(step) ? '\n' : Step.detail(step)) {
      case 'A' -> set = A;
      case 'B' -> set = B;
      case 0x0E -> shifted = true;
      default -> shifted = false;
    }
  }

  private static boolean isOfSetA(int scalar) {
    return scalar >= A && scalar < A + 94 * 94;
  }

  @Override
  public int encodedLength(int scalar) {
    return isOfSetA(scalar) ? 4 : 1;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (!isOfSetA(scalar)) {
      dst[pos] = (byte) (scalar < 0x80 ? scalar : '?');
      return pos + 1;
    }
    dst[pos] = 0x0E;
    dst[pos + 1] = (byte) (0x21 + (scalar - A) / 94);
    dst[pos + 2] = (byte) (0x21 + (scalar - A) % 94);
    dst[pos + 3] = 0x0F;
    return pos + 4;
  }

  @Override
  public int longestSequence() {
    return 2;
  }

  @Override
  public boolean isAsciiTransparent() {
    return false;
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
