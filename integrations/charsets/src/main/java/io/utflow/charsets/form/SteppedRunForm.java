/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.form.Step;

/** A form with state in which runs of characters alike, with a few sequences between, are long. */
public interface SteppedRunForm extends StatefulForm, RunForm {
  /** Keeps the state for {@link #rollback}. */
  void keepState();

  /**
   * Decodes characters that change no state, up to the first that {@link #step} must tell.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long readAlike(byte[] src, int pos, int end, char[] dst, int dpos, int dend);

  @Override
  default long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    keepState();
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      long alike = readAlike(src, p, end, dst, d, dend);
      p += (int) (alike >>> 32);
      d += (int) alike;
      int step = p < end && d < dend ? step(src, p, end, false) : Step.NEEDS_MORE;
      if (Step.isScalar(step) && Character.isBmpCodePoint(Step.scalar(step))) {
        dst[d++] = (char) Step.scalar(step);
        p += Step.length(step);
      } else if (Step.isText(step)) {
        String text = text(src, p, step);
        if (!text.isEmpty()) {
          dst[d++] = text.charAt(0);
        }
        taken(src, p, step);
        p += Step.length(step);
      }
    } while (p > from);
    return (long) (p - pos) << 32 | d - dpos;
  }
}
