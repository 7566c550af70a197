/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

/**
 * UTF-8 that is written, and read also where a supplementary character is a surrogate pair in six
 * bytes, as CESU-8 (UTR #26) has it. An unpaired surrogate is one ill-formed sequence of three
 * bytes. It is not self-synchronizing, because a character is read from two sequences, and ED
 * begins a sequence and also occurs inside one.
 */
public final class Utf8OrCesu8Form extends SurrogatesInUtf8 {
  /** The only instance. */
  public static final Utf8OrCesu8Form INSTANCE = new Utf8OrCesu8Form();

  private Utf8OrCesu8Form() {}

  @Override
  int stepPair(char high, char low) {
    return Step.scalar(Character.toCodePoint(high, low), 6);
  }

  @Override
  int stepUnpaired(char surrogate) {
    return Step.unpaired(surrogate, 3);
  }

  /** An unpaired surrogate; a sequence of three bytes that is cut is a part of four. */
  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return length == 3 && src[pos] == (byte) 0xED ? unit(src, pos) : -1;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return false;
  }

  /** An ASCII byte is no part of another sequence, well-formed or not. */
  @Override
  public boolean standsAlone(int scalar) {
    return scalar < 0x80;
  }
}
