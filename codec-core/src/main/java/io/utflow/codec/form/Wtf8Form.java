/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.SURROGATE;

/**
 * WTF-8 (https://simonsapin.github.io/wtf-8/): UTF-8 in which an unpaired surrogate is a character
 * of three bytes, ED A0..BF 80..BF. A pair of them is ill-formed: a surrogate pair is the four
 * bytes of UTF-8, so each text is written in one way.
 */
public final class Wtf8Form extends SurrogatesInUtf8 {
  /** The only instance. */
  public static final Wtf8Form INSTANCE = new Wtf8Form();

  private Wtf8Form() {}

  @Override
  int stepPair(char high, char low) {
    return Step.illFormed(SURROGATE, 6);
  }

  @Override
  int stepUnpaired(char surrogate) {
    return Step.text(surrogate, 3);
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
  public boolean isSelfSynchronizing() {
    return true;
  }

  @Override
  public boolean hasBytesOfUtf8() {
    return true;
  }
}
