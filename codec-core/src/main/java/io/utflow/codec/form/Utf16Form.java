/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.form.Cause.UNPAIRED_LOW_SURROGATE;

/**
 * UTF-16 in either byte order (RFC 2781 §2; The Unicode Standard, Table 3-5). A code unit is two
 * bytes; a high surrogate D800..DBFF and a low surrogate DC00..DFFF are one supplementary
 * character.
 */
public final class Utf16Form implements EncodingForm {
  /** The more significant byte first. */
  public static final Utf16Form BIG_ENDIAN = new Utf16Form(0);

  /** The less significant byte first. */
  public static final Utf16Form LITTLE_ENDIAN = new Utf16Form(1);

  /** Where in a code unit the more significant byte stands. */
  private final int high;

  private Utf16Form(int high) {
    this.high = high;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int available = end - pos;
    if (available < 2) {
      return atEnd ? Step.illFormed(TRUNCATED, available) : Step.NEEDS_MORE;
    }
    char unit = unit(src, pos);
    if (!Character.isSurrogate(unit)) {
      return Step.scalar(unit, 2);
    }
    if (Character.isLowSurrogate(unit)) {
      return Step.illFormed(UNPAIRED_LOW_SURROGATE, 2);
    }
    if (available < 4) {
      return atEnd ? openPair(available) : Step.NEEDS_MORE;
    }
    char second = unit(src, pos + 2);
    return Character.isLowSurrogate(second)
        ? Step.scalar(Character.toCodePoint(unit, second), 4)
        : Step.illFormed(UNPAIRED_HIGH_SURROGATE, 2);
  }

  /** A high surrogate, and perhaps half a unit, at the end: one error for the whole tail. */
  private static int openPair(int available) {
    return available == 2
        ? Step.illFormed(UNPAIRED_HIGH_SURROGATE, 2)
        : Step.illFormed(TRUNCATED, 3);
  }

  private char unit(byte[] src, int pos) {
    return (char) (src[pos + high] << 8 | src[pos + 1 - high] & 0xFF);
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar < 0x10000 ? 2 : 4;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar < 0x10000) {
      return writeUnit(scalar, dst, pos);
    }
    int afterHigh = writeUnit(Character.highSurrogate(scalar), dst, pos);
    return writeUnit(Character.lowSurrogate(scalar), dst, afterHigh);
  }

  private int writeUnit(int unit, byte[] dst, int pos) {
    dst[pos + high] = (byte) (unit >> 8);
    dst[pos + 1 - high] = (byte) unit;
    return pos + 2;
  }

  @Override
  public int maxBytesPerChar() {
    return 2;
  }

  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return length < 2 ? -1 : unit(src, pos);
  }

  @Override
  public int longestSequence() {
    return 4;
  }

  @Override
  public boolean isAsciiTransparent() {
    return false;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return true;
  }

  @Override
  public int unitWidth() {
    return 2;
  }

  @Override
  public boolean isBigEndian() {
    return high == 0;
  }

  @Override
  public int chars(byte[] src, int from, int to) {
    return to - from >> 1;
  }
}
