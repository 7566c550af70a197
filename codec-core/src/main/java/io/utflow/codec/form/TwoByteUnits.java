/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

/** What forms have in common whose code unit is two bytes, in either order. */
abstract class TwoByteUnits implements EncodingForm {
  /** Where in a code unit the more significant byte stands. */
  private final int high;

  TwoByteUnits(boolean bigEndian) {
    this.high = bigEndian ? 0 : 1;
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
