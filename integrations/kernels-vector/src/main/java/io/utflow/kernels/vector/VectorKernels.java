/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.KernelSource;
import io.utflow.codec.kernel.word.CompressUtf8Kernel;
import io.utflow.codec.kernel.word.SwarUtf16Kernel;
import io.utflow.codec.kernel.word.SwarUtf32Kernel;
import io.utflow.codec.kernel.word.SwarUtf8Kernel;
import io.utflow.codec.kernel.word.WordControlSearch;
import io.utflow.kernels.vector.compress.CompressProbe;
import io.utflow.kernels.vector.compress.Utf8Kernel512;
import io.utflow.kernels.vector.shuffle.Utf8ShuffleKernel;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;

/**
 * The kernel set {@code vector} for the width of this machine's vectors. Applications need not name
 * it: the core finds it where the run has {@code --add-modules jdk.incubator.vector}. Thread-safe.
 */
public final class VectorKernels implements KernelSource {
  /** For {@link java.util.ServiceLoader}. */
  public VectorKernels() {}

  @Override
  public List<KernelSet> sets(Runnable rest) {
    int bits = ByteVector.SPECIES_PREFERRED.vectorBitSize();
    return bits < 128 ? List.of() : List.of(forWidth(bits, rest));
  }

  /** Each kernel has one of the core's kernels for input that is shorter than a vector. */
  private static KernelSet forWidth(int bits, Runnable rest) {
    boolean compresses = bits == 512 && CompressProbe.wins(rest);
    return new KernelSet(
        "vector",
        utf8(compresses),
        new Utf16VectorKernel(ByteOrder.BIG_ENDIAN, SwarUtf16Kernel.BIG_ENDIAN, compresses),
        new Utf16VectorKernel(ByteOrder.LITTLE_ENDIAN, SwarUtf16Kernel.LITTLE_ENDIAN, compresses),
        new Utf32VectorKernel(ByteOrder.BIG_ENDIAN, SwarUtf32Kernel.BIG_ENDIAN),
        new Utf32VectorKernel(ByteOrder.LITTLE_ENDIAN, SwarUtf32Kernel.LITTLE_ENDIAN),
        new VectorControlSearch(WordControlSearch.INSTANCE));
  }

  /**
   * A machine that compresses vectors by an instruction has a fast one for words as well, which
   * {@code Long.compress} uses; older machines may take a hundred cycles for it.
   */
  private static Kernel utf8(boolean compresses) {
    return compresses
        ? new Utf8Kernel512(CompressUtf8Kernel.INSTANCE)
        : new Utf8ShuffleKernel(SwarUtf8Kernel.INSTANCE);
  }
}
