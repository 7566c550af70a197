/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.charsets.form.RunForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.StreamKernel;

/**
 * A form that reads runs, for one call: the form of the stream is then behind what it has read.
 * Whoever decodes from the same place again has not taken it.
 */
public final class RunKernel implements StreamKernel {
  private final RunForm form;

  /** Where what was decoded last begins, or -1. */
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
