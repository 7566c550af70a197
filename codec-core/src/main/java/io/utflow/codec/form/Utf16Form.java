/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * UTF-16 in either byte order (RFC 2781 §2; The Unicode Standard, Table 3-5). A code unit is two
 * bytes; a high surrogate D800..DBFF and a low surrogate DC00..DFFF are one supplementary
 * character.
 */
public class Utf16Form implements EncodingForm {
  /** The more significant byte first. */
  public static final Utf16Form BIG_ENDIAN = new Utf16Form(true);

  /** The less significant byte first. */
  public static final Utf16Form LITTLE_ENDIAN = new Utf16Form(false);

  /** Where in a code unit the more significant byte stands. */
  private final int high;

  Utf16Form(boolean bigEndian) {
    this.high = bigEndian ? 0 : 1;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int available = end - pos;
    if (available < 2) {
      return Step.prefix(available, atEnd);
    }
    char unit = unit(src, pos);
    if (!Character.isSurrogate(unit)) {
      return Step.scalar(unit, 2);
    }
    if (Character.isLowSurrogate(unit)) {
      return Step.unpaired(unit, 2);
    }
    if (available < 4) {
      return atEnd ? openPair(unit, available) : Step.NEEDS_MORE;
    }
    char second = unit(src, pos + 2);
    return Character.isLowSurrogate(second)
        ? Step.scalar(Character.toCodePoint(unit, second), 4)
        : Step.unpaired(unit, 2);
  }

  /** A high surrogate, and perhaps half a unit, at the end: one error for the whole tail. */
  private static int openPair(char unit, int available) {
    return available == 2 ? Step.unpaired(unit, 2) : Step.illFormed(TRUNCATED, 3);
  }

  final char unit(byte[] src, int pos) {
    return (char) (src[pos + high] << 8 | src[pos + 1 - high] & 0xFF);
  }

  private int writeUnit(int unit, byte[] dst, int pos) {
    dst[pos + high] = (byte) (unit >> 8);
    dst[pos + 1 - high] = (byte) unit;
    return pos + 2;
  }

  @Override
  public final int write(int scalar, byte[] dst, int pos) {
    if (scalar < 0x10000) {
      return writeUnit(scalar, dst, pos);
    }
    int afterHigh = writeUnit(Character.highSurrogate(scalar), dst, pos);
    return writeUnit(Character.lowSurrogate(scalar), dst, afterHigh);
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar < 0x10000 ? 2 : 4;
  }

  @Override
  public final int maxBytesPerChar() {
    return 2;
  }

  @Override
  public final long diagnosticValue(byte[] src, int pos, int length) {
    return length < 2 ? -1 : unit(src, pos);
  }

  @Override
  public int longestSequence() {
    return 4;
  }

  @Override
  public final boolean isAsciiTransparent() {
    return false;
  }

  @Override
  public final boolean isSelfSynchronizing() {
    return true;
  }

  @Override
  public final int unitWidth() {
    return 2;
  }

  @Override
  public final boolean isBigEndian() {
    return high == 0;
  }

  @Override
  public final byte[] byteOrderMark() {
    byte[] mark = new byte[2];
    writeUnit(0xFEFF, mark, 0);
    return mark;
  }
}
