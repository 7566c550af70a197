/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.OVERLONG;
import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * Modified UTF-8 ({@link java.io.DataInput}; the JNI Specification, "Modified UTF-8 Strings"): as
 * {@linkplain Cesu8Form CESU-8}, but U+0000 is C0 80, so that no byte is 00.
 */
public final class ModifiedUtf8Form extends ByteForm {
  /** The only instance. */
  public static final ModifiedUtf8Form INSTANCE = new ModifiedUtf8Form();

  private static final Cesu8Form CESU_8 = Cesu8Form.INSTANCE;
  private static final int NUL_LEAD = 0xC0;

  private ModifiedUtf8Form() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = src[pos] & 0xFF;
    if (lead == 0) {
      return Step.illFormed(INVALID_BYTE, 1);
    }
    return lead == NUL_LEAD ? stepNul(src, pos, end, atEnd) : CESU_8.step(src, pos, end, atEnd);
  }

  private static int stepNul(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 2) {
      return prefix(1, atEnd);
    }
    int second = src[pos + 1];
    if (second == (byte) 0x80) {
      return Step.scalar(0, 2);
    }
    return Step.illFormed(isContinuation(second) ? OVERLONG : TRUNCATED, 1);
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar == 0 ? 2 : CESU_8.encodedLength(scalar);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar != 0) {
      return CESU_8.write(scalar, dst, pos);
    }
    dst[pos] = (byte) NUL_LEAD;
    dst[pos + 1] = (byte) 0x80;
    return pos + 2;
  }

  @Override
  public int longestWritten() {
    return 6;
  }

  @Override
  public int maxBytesPerChar() {
    return 3;
  }

  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return CESU_8.diagnosticValue(src, pos, length);
  }

  @Override
  public int longestSequence() {
    return 6;
  }

  /** But for NUL it would be. */
  @Override
  public boolean isAsciiTransparent() {
    return false;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return false;
  }

  /** As in CESU-8, but for NUL. */
  @Override
  public boolean standsAlone(int scalar) {
    return scalar > 0 && CESU_8.standsAlone(scalar);
  }

  @Override
  public int fewestChars(int bytes) {
    return CESU_8.fewestChars(bytes);
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  }
}
