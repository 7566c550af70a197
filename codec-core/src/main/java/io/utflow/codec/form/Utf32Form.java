/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.OUT_OF_RANGE;
import static io.utflow.codec.form.Cause.SURROGATE;

/**
 * UTF-32 in either byte order (The Unicode Standard, D90 and Table 3-4): one code unit of four
 * bytes is one scalar value, so neither a surrogate nor anything above U+10FFFF.
 */
public final class Utf32Form implements EncodingForm {
  /** The most significant byte first. */
  public static final Utf32Form BIG_ENDIAN = new Utf32Form(0);

  /** The least significant byte first. */
  public static final Utf32Form LITTLE_ENDIAN = new Utf32Form(3);

  /**
   * Combined by XOR with the place of a byte, counted from the most significant, it gives the
   * index.
   */
  private final int flip;

  private Utf32Form(int flip) {
    this.flip = flip;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int available = end - pos;
    if (available < 4) {
      return Step.prefix(available, atEnd);
    }
    int unit = unit(src, pos);
    if (unit < 0 || unit > Character.MAX_CODE_POINT) {
      return Step.illFormed(OUT_OF_RANGE, 4);
    }
    boolean surrogate = unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE;
    return surrogate ? Step.illFormed(SURROGATE, 4) : Step.scalar(unit, 4);
  }

  private int unit(byte[] src, int pos) {
    return src[pos + flip] << 24
        | (src[pos + (1 ^ flip)] & 0xFF) << 16
        | (src[pos + (2 ^ flip)] & 0xFF) << 8
        | src[pos + (3 ^ flip)] & 0xFF;
  }

  @Override
  public int encodedLength(int scalar) {
    return 4;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    dst[pos + flip] = 0;
    dst[pos + (1 ^ flip)] = (byte) (scalar >> 16);
    dst[pos + (2 ^ flip)] = (byte) (scalar >> 8);
    dst[pos + (3 ^ flip)] = (byte) scalar;
    return pos + 4;
  }

  @Override
  public int maxBytesPerChar() {
    return 4;
  }

  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return length < 4 ? -1 : Integer.toUnsignedLong(unit(src, pos));
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
    return 4;
  }

  @Override
  public boolean isBigEndian() {
    return flip == 0;
  }

  @Override
  public byte[] byteOrderMark() {
    byte[] mark = new byte[4];
    write(0xFEFF, mark, 0);
    return mark;
  }
}
