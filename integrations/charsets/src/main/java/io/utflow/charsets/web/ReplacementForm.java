/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.codec.form.Cause;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;

/**
 * The replacement encoding (WHATWG Encoding, §14.1), which the web puts in the place of encodings
 * with which pages were attacked: a stream that is not empty is one ill-formed sequence, its first
 * byte, and no text; the other bytes are dropped. It writes UTF-8, as "get an output encoding"
 * says.
 */
public final class ReplacementForm implements EncodingForm {
  /** The one that has read nothing. */
  public static final ReplacementForm SHARED = new ReplacementForm();

  private static final int FIRST = Step.told(Step.illFormed(Cause.INVALID_BYTE, 1));
  private static final int FURTHER = Step.text(0, 1);

  private boolean begun;

  private ReplacementForm() {}

  @Override
  public EncodingForm forStream() {
    return new ReplacementForm();
  }

  @Override
  public EncodingForm copy() {
    ReplacementForm form = new ReplacementForm();
    form.begun = begun;
    return form;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    return begun ? FURTHER : FIRST;
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    begun = true;
  }

  @Override
  public int encodedLength(int scalar) {
    return Utf8Form.INSTANCE.encodedLength(scalar);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return Utf8Form.INSTANCE.write(scalar, dst, pos);
  }

  @Override
  public int maxBytesPerChar() {
    return 3;
  }

  @Override
  public int longestSequence() {
    return 1;
  }

  @Override
  public boolean isAsciiTransparent() {
    return false;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return false;
  }
}
