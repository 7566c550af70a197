/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.form.MultiByteForm;
import io.utflow.charsets.form.RunForm;
import io.utflow.charsets.kernel.MultiByteKernel;
import io.utflow.charsets.kernel.RunKernel;
import io.utflow.charsets.kernel.ShiftedKernel;
import io.utflow.charsets.shift.ShiftedCharsetForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.single.SingleByteKernel;
import io.utflow.codec.source.EncodingDefinition;

/** The kernel of a form: what is faster than its steps. */
final class Kernels {
  private Kernels() {}

  /** The kernel for a form, in its present state if it has one. */
  static Kernel of(EncodingForm form) {
    if (form instanceof SingleByteForm singleBytes) {
      return new SingleByteKernel(singleBytes);
    }
    if (form instanceof MultiByteForm multi) {
      return new MultiByteKernel(multi);
    }
    if (form instanceof ShiftedCharsetForm shifted) {
      return new ShiftedKernel(shifted);
    }
    return form instanceof RunForm run ? new RunKernel(run) : EncodingDefinition.NO_KERNEL;
  }
}
