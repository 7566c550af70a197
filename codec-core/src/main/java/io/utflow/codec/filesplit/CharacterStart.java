/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.filesplit;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;

/**
 * A character, or an ill-formed sequence, begins behind each well-formed sequence. Only of an
 * encoding that is self-synchronizing: a unit that begins a sequence does so wherever it stands.
 * Behind an ill-formed sequence nothing is said to begin, so what is truncated there is decided by
 * the bytes behind it, and never by the end of a split.
 */
final class CharacterStart extends StartSearch {
  private final EncodingForm form;

  CharacterStart(EncodingForm form, long offset, long from) {
    super(offset, from);
    this.form = form;
  }

  @Override
  int decide(byte[] src, int from, int to, boolean more) {
    int at = from;
    while (at < to) {
      int step = form.step(src, at, to, !more);
      if (step == Step.NEEDS_MORE) {
        return at - from;
      }
      if (!Step.isScalar(step)) {
        at = Math.min(to, at + form.unitWidth());
        continue;
      }
      at += Step.length(step);
      if (isStart(at - from)) {
        break;
      }
    }
    return at - from;
  }
}
