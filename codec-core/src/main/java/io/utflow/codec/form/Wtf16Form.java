/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

/**
 * WTF-16 (https://simonsapin.github.io/wtf-8/#ill-formed-utf-16): UTF-16 in which an unpaired
 * surrogate is a character. Any sequence of whole code units is well-formed.
 */
public final class Wtf16Form extends Utf16Form {
  /** The more significant byte first. */
  public static final Wtf16Form BIG_ENDIAN = new Wtf16Form(true);

  /** The less significant byte first. */
  public static final Wtf16Form LITTLE_ENDIAN = new Wtf16Form(false);

  private Wtf16Form(boolean bigEndian) {
    super(bigEndian);
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int step = super.step(src, pos, end, atEnd);
    // A high surrogate and half a unit: here two sequences, for the surrogate is whole.
    return Step.isIllFormed(step) && end - pos >= 2 ? Step.text(unit(src, pos), 2) : step;
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return String.valueOf((char) Step.detail(step));
  }

  @Override
  public boolean hasSurrogates() {
    return true;
  }
}
