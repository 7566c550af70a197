/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.engine.Encoding.OfSet;
import io.utflow.codec.form.CharsetForm;
import io.utflow.codec.form.CoderForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.MultiByteForm;
import io.utflow.codec.form.RunForm;
import io.utflow.codec.form.ShiftedCharsetForm;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.charset.AsciiKernel;
import io.utflow.codec.kernel.charset.Cesu8Kernel;
import io.utflow.codec.kernel.charset.Latin1Kernel;
import io.utflow.codec.kernel.charset.MultiByteKernel;
import io.utflow.codec.kernel.charset.RunKernel;
import io.utflow.codec.kernel.charset.ShiftedKernel;
import io.utflow.codec.kernel.charset.SingleByteKernel;
import io.utflow.codec.kernel.charset.Ucs2Kernel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The kernels of encodings other than UTF-8. Apart from {@link Encoding}, which the first request
 * loads, and with it whatever it names as a kernel.
 */
final class EncodingKernels {
  private EncodingKernels() {}

  /** One that converts nothing, so that the form does. */
  static Kernel none() {
    return new Kernel() {};
  }

  /** Of a charset of the JDK. */
  static Kernel of(CharsetForm form) {
    Charset charset = form.charset();
    if (form instanceof CoderForm) {
      return none();
    }
    if (charset.equals(StandardCharsets.ISO_8859_1)) {
      return Latin1Kernel.INSTANCE;
    }
    if (charset.equals(StandardCharsets.US_ASCII)) {
      return AsciiKernel.INSTANCE;
    }
    return byTable(form);
  }

  /** Of a charset whose table may not be the JDK's. */
  static Kernel byTable(CharsetForm form) {
    if (form instanceof ShiftedCharsetForm || form instanceof RunForm) {
      return none();
    }
    return form instanceof MultiByteForm multi
        ? new MultiByteKernel(multi)
        : new SingleByteKernel((SingleByteForm) form);
  }

  /** Of an encoding of which the set knows the code units. */
  static Kernel ofSet(KernelSet chosen, OfSet kernel) {
    return switch (kernel) {
      case UTF_8 -> chosen.utf8();
      case UTF_16BE -> chosen.utf16BigEndian();
      case UTF_16LE -> chosen.utf16LittleEndian();
      case UTF_32BE -> chosen.utf32BigEndian();
      case UTF_32LE -> chosen.utf32LittleEndian();
      case CESU_8 -> new Cesu8Kernel(chosen.utf8(), true);
      case MODIFIED_UTF_8 -> new Cesu8Kernel(chosen.utf8(), false);
      case UCS_2BE -> new Ucs2Kernel(chosen.utf16BigEndian(), true);
      case UCS_2LE -> new Ucs2Kernel(chosen.utf16LittleEndian(), false);
    };
  }

  /** Of a stream of this form, which may have a state of its own; else {@code ofEncoding}. */
  static Kernel ofStream(EncodingForm form, Encoding encoding) {
    if (form instanceof ShiftedCharsetForm shifted) {
      return new ShiftedKernel(shifted);
    }
    return form instanceof RunForm run ? new RunKernel(run) : encoding.kernel();
  }
}
