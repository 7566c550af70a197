/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;

/**
 * CESU-8 (UTR #26): each UTF-16 code unit by the pattern of UTF-8, so that a supplementary
 * character is two sequences of three bytes, one for each surrogate.
 *
 * <pre>
 *   U+0000..U+FFFF      as UTF-8, except surrogates
 *   U+10000..U+10FFFF   ED      A0..AF  80..BF   ED      B0..BF  80..BF
 * </pre>
 *
 * An unpaired surrogate is one ill-formed sequence of three bytes. F0..FF never occur in CESU-8. It
 * is not self-synchronizing by the definition, because ED begins a sequence and also occurs inside
 * one.
 */
public class Cesu8Form extends SurrogatesInUtf8 {
  /** The only instance. */
  public static final Cesu8Form INSTANCE = new Cesu8Form();

  /** The first lead byte of the four-byte sequences of UTF-8. */
  private static final int FIRST_OF_FOUR = 0xF0;

  Cesu8Form() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    return (src[pos] & 0xFF) >= FIRST_OF_FOUR
        ? Step.illFormed(INVALID_BYTE, 1)
        : super.step(src, pos, end, atEnd);
  }

  @Override
  final int stepPair(char high, char low) {
    return Step.scalar(Character.toCodePoint(high, low), 6);
  }

  @Override
  final int stepUnpaired(char surrogate) {
    return Step.unpaired(surrogate, 3);
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar < 0x10000 ? super.encodedLength(scalar) : 6;
  }

  /** UTF-8 writes three bytes for any code unit from U+0800 on, whatever it is. */
  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar < 0x10000) {
      return super.write(scalar, dst, pos);
    }
    int afterHigh = super.write(Character.highSurrogate(scalar), dst, pos);
    return super.write(Character.lowSurrogate(scalar), dst, afterHigh);
  }

  @Override
  public final int longestWritten() {
    return 6;
  }

  /** An unpaired surrogate: the only ill-formed sequence of three bytes. */
  @Override
  public final long diagnosticValue(byte[] src, int pos, int length) {
    return length == 3 ? unit(src, pos) : -1;
  }

  @Override
  public final boolean isSelfSynchronizing() {
    return false;
  }

  /** An ASCII byte is no part of another sequence, well-formed or not. */
  @Override
  public boolean standsAlone(int scalar) {
    return scalar < 0x80;
  }

  @Override
  public final boolean isOneToOne() {
    return true;
  }
}
