/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.SURROGATE;
import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * WTF-8 (https://simonsapin.github.io/wtf-8/): UTF-8 in which an unpaired surrogate is a character
 * of three bytes, ED A0..BF 80..BF. A pair of them is ill-formed: a surrogate pair is the four
 * bytes of UTF-8, so each text is written in one way. Therefore a high surrogate waits for what
 * follows it, as far as that begins a low one.
 */
public final class Wtf8Form extends ByteForm {
  /** The only instance. */
  public static final Wtf8Form INSTANCE = new Wtf8Form();

  private static final Utf8Form UTF_8 = Utf8Form.INSTANCE;

  private Wtf8Form() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    boolean surrogate =
        src[pos] == (byte) 0xED
            && end - pos > 1
            && src[pos + 1] >= (byte) 0xA0
            && src[pos + 1] <= (byte) 0xBF;
    return surrogate ? stepSurrogate(src, pos, end, atEnd) : UTF_8.step(src, pos, end, atEnd);
  }

  private static int stepSurrogate(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 3) {
      return prefix(2, atEnd);
    }
    if (!isContinuation(src[pos + 2])) {
      return Step.illFormed(TRUNCATED, 2);
    }
    char unit = (char) threeBytes(src, pos);
    int low = Character.isHighSurrogate(unit) ? lowSurrogateBytes(src, pos + 3, end) : -1;
    if (low == 3) {
      return Step.illFormed(SURROGATE, 6);
    }
    return low < 0 || atEnd ? Step.text(unit, 3) : Step.NEEDS_MORE;
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return String.valueOf((char) Step.detail(step));
  }

  @Override
  public boolean hasSurrogates() {
    return true;
  }

  @Override
  public int encodedLength(int scalar) {
    return UTF_8.encodedLength(scalar);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return UTF_8.write(scalar, dst, pos);
  }

  @Override
  public int maxBytesPerChar() {
    return 3;
  }

  /** The ill-formed pair; no character is so long. */
  @Override
  public int longestSequence() {
    return 6;
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
  public boolean hasBytesOfUtf8() {
    return true;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  }
}
