/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.engine.Encoding.OfSet;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.variant.Cesu8Kernel;
import io.utflow.codec.kernel.variant.Ucs2Kernel;

/**
 * The kernels of encodings other than UTF-8. Apart from {@link Encoding}, which the first request
 * loads, and with it whatever it names as a kernel.
 */
final class EncodingKernels {
  private EncodingKernels() {}

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
}
