/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;

/**
 * As windows-1252, but for some characters: 80 is the euro sign, 81 is none, A0..FF are Latin-1.
 */
public final class WesternForm implements EncodingForm {
  /** The only instance. */
  public static final WesternForm INSTANCE = new WesternForm();

  private WesternForm() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int b = src[pos] & 0xFF;
    return b == 0x81 ? Step.illFormed(INVALID_BYTE, 1) : Step.scalar(b == 0x80 ? 0x20AC : b, 1);
  }

  @Override
  public int longestSequence() {
    return 1;
  }

  @Override
  public boolean isAsciiTransparent() {
    return true;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return true;
  }

  @Override
  public int encodedLength(int scalar) {
    return 1;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    dst[pos] = (byte) (scalar == 0x20AC ? 0x80 : scalar < 0x100 ? scalar : '?');
    return pos + 1;
  }

  @Override
  public int maxBytesPerChar() {
    return 1;
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
