/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.charsets.form.RunForm;
import io.utflow.codec.kernel.Kernel;

/**
 * A kernel, for one call, over a form that reads runs. Decoding moves the form of the stream on. A
 * second call at the same position means that the caller has not taken the output of the first, so
 * the form is rolled back.
 */
public final class RunKernel implements StreamKernel {
  private final RunForm form;

  /** Where the bytes that were decoded last begin, or -1. */
  private int last = -1;

  /** The kernel of the form of a stream. */
  public RunKernel(RunForm form) {
    this.form = form;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (pos == last) {
      form.rollback();
    }
    long run = form.readRun(src, pos, end, dst, dpos, dend);
    last = Kernel.read(run) > 0 ? pos : -1;
    return run;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return form.skipRuns(src, pos, end);
  }
}
