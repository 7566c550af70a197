/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.SURROGATE;
import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * UCS-2 in either byte order (ISO/IEC 10646:2003): one code unit of two bytes is one character of
 * the Basic Multilingual Plane. There are no surrogate pairs, so each surrogate is ill-formed.
 */
public final class Ucs2Form implements EncodingForm {
  /** The more significant byte first. */
  public static final Ucs2Form BIG_ENDIAN = new Ucs2Form(Utf16Form.BIG_ENDIAN);

  /** The less significant byte first. */
  public static final Ucs2Form LITTLE_ENDIAN = new Ucs2Form(Utf16Form.LITTLE_ENDIAN);

  private final Utf16Form utf16;

  private Ucs2Form(Utf16Form utf16) {
    this.utf16 = utf16;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int available = end - pos;
    if (available < 2) {
      return atEnd ? Step.illFormed(TRUNCATED, available) : Step.NEEDS_MORE;
    }
    char unit = (char) utf16.diagnosticValue(src, pos, 2);
    return Character.isSurrogate(unit) ? Step.illFormed(SURROGATE, 2) : Step.scalar(unit, 2);
  }

  @Override
  public boolean mapsAll() {
    return false;
  }

  @Override
  public boolean maps(int scalar) {
    return scalar < 0x10000;
  }

  @Override
  public int encodedLength(int scalar) {
    return 2;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return utf16.write(scalar, dst, pos);
  }

  @Override
  public int maxBytesPerChar() {
    return 2;
  }

  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return utf16.diagnosticValue(src, pos, length);
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
    return true;
  }

  @Override
  public int unitWidth() {
    return 2;
  }

  @Override
  public boolean isBigEndian() {
    return utf16.isBigEndian();
  }

  @Override
  public int chars(byte[] src, int from, int to) {
    return to - from >> 1;
  }
}
