/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.codec.form.ByteForm;
import io.utflow.codec.form.Step;

/**
 * x-user-defined (WHATWG Encoding, §14.5): ASCII, and 80..FF as U+F780..U+F7FF, so that any bytes
 * come through text unharmed. Other characters have no place in it.
 */
public final class XUserDefinedForm extends ByteForm {
  /** The only instance. */
  public static final XUserDefinedForm INSTANCE = new XUserDefinedForm();

  private static final int FIRST = 0xF780;
  private static final int LAST = 0xF7FF;

  private XUserDefinedForm() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int b = src[pos] & 0xFF;
    return Step.scalar(b < 0x80 ? b : FIRST + b - 0x80, 1);
  }

  @Override
  public boolean mapsAll() {
    return false;
  }

  @Override
  public boolean maps(int scalar) {
    return scalar < 0x80 || scalar >= FIRST && scalar <= LAST;
  }

  @Override
  public String replacement() {
    return "?";
  }

  @Override
  public int encodedLength(int scalar) {
    return 1;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    dst[pos] = (byte) (scalar < 0x80 ? scalar : scalar - FIRST + 0x80);
    return pos + 1;
  }

  @Override
  public int maxBytesPerChar() {
    return 1;
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
}
