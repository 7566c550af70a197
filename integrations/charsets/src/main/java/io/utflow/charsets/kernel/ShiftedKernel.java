/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.charsets.shift.ShiftedCharsetForm;

/**
 * The kernel of a charset with states, for one call: the form of the stream tells the state.
 * Converted bytes end in the state in which they begin, so a kernel changes no state.
 */
public final class ShiftedKernel implements StreamKernel {
  private final ShiftedCharsetForm form;

  /** The kernel of a form in its present state. */
  public ShiftedKernel(ShiftedCharsetForm form) {
    this.form = form;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return form.readRun(src, pos, end, dst, dpos, dend);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return form.assignedPrefix(src, pos, end);
  }
}
