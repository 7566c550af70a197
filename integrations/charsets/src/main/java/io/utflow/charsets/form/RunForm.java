/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.form.EncodingForm;

/** A form with state that reads many sequences at once, and then has the state after them. */
public interface RunForm extends EncodingForm {
  /**
   * Decodes, faster than by {@link #step}, some sequences, and takes them.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend);

  /**
   * Takes the sequences that {@link #readRun} reads one run after the other.
   *
   * @return how many bytes were read
   */
  default int skipRuns(byte[] src, int pos, int end) {
    return DroppedChars.of(this, src, pos, end);
  }

  /** Takes back what {@link #readRun} has read last, if nothing was read since. */
  void rollback();
}
