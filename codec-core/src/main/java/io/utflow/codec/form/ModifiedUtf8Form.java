/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.OVERLONG;
import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * Modified UTF-8 ({@link java.io.DataInput}; the JNI Specification, "Modified UTF-8 Strings"):
 * CESU-8, but U+0000 is C0 80, so that no byte is 00.
 */
public final class ModifiedUtf8Form extends Cesu8Form {
  /** The only instance. */
  public static final ModifiedUtf8Form INSTANCE = new ModifiedUtf8Form();

  private static final int NUL_LEAD = 0xC0;

  private ModifiedUtf8Form() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = src[pos] & 0xFF;
    if (lead == 0) {
      return Step.illFormed(INVALID_BYTE, 1);
    }
    return lead == NUL_LEAD ? stepNul(src, pos, end, atEnd) : super.step(src, pos, end, atEnd);
  }

  private static int stepNul(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 2) {
      return Step.prefix(1, atEnd);
    }
    int second = src[pos + 1];
    if (second == (byte) 0x80) {
      return Step.scalar(0, 2);
    }
    return Step.illFormed(Utf8Form.isContinuation(second) ? OVERLONG : TRUNCATED, 1);
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar == 0 ? 2 : super.encodedLength(scalar);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar != 0) {
      return super.write(scalar, dst, pos);
    }
    dst[pos] = (byte) NUL_LEAD;
    dst[pos + 1] = (byte) 0x80;
    return pos + 2;
  }

  /** But for NUL it would be. */
  @Override
  public boolean isAsciiTransparent() {
    return false;
  }

  /** As in CESU-8, except for NUL. */
  @Override
  public boolean standsAlone(int scalar) {
    return scalar > 0 && super.standsAlone(scalar);
  }
}
