/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.SURROGATE;

/**
 * UCS-2 in either byte order (ISO/IEC 10646:2003): one code unit of two bytes is one character of
 * the Basic Multilingual Plane. There are no surrogate pairs, so each surrogate is ill-formed.
 */
public final class Ucs2Form extends Utf16Form {
  /** The more significant byte first. */
  public static final Ucs2Form BIG_ENDIAN = new Ucs2Form(true);

  /** The less significant byte first. */
  public static final Ucs2Form LITTLE_ENDIAN = new Ucs2Form(false);

  private Ucs2Form(boolean bigEndian) {
    super(bigEndian);
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 2) {
      return Step.prefix(end - pos, atEnd);
    }
    char unit = unit(src, pos);
    return Character.isSurrogate(unit) ? Step.illFormed(SURROGATE, 2) : Step.scalar(unit, 2);
  }

  @Override
  public boolean canEncodeAll() {
    return false;
  }

  @Override
  public boolean canEncode(int scalar) {
    return scalar < 0x10000;
  }

  @Override
  public int encodedLength(int scalar) {
    return 2;
  }

  @Override
  public int longestSequence() {
    return 2;
  }
}
