/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import org.jspecify.annotations.Nullable;

/** Makes the kernel set {@code vector}. {@code choice.Kernels} calls it by reflection. */
final class VectorKernels {
  private VectorKernels() {}

  /**
   * The kernels for this machine's vectors, or null if the module of the Vector API is absent.
   *
   * @param small converts what is shorter than a block
   * @param compressing the same for machines that compress vectors by an instruction: these have a
   *     fast one for words as well, for which older machines may take a hundred cycles
   * @param betweenRounds run every few milliseconds
   */
  static @Nullable KernelSet create(
      KernelSet small, KernelSet compressing, Runnable betweenRounds) {
    try {
      int bits = ByteVector.SPECIES_PREFERRED.vectorBitSize();
      return bits < 128 ? null : forWidth(bits, small, compressing, betweenRounds);
    } catch (LinkageError moduleAbsent) {
      return null;
    }
  }

  private static KernelSet forWidth(
      int bits, KernelSet small, KernelSet compressing, Runnable betweenRounds) {
    boolean compresses = bits == 512 && CompressProbe.wins(betweenRounds);
    Kernel utf8 =
        compresses ? new Utf8Kernel512(compressing.utf8()) : new Utf8ShuffleKernel(small.utf8());
    return KernelSet.of(
        "vector",
        utf8,
        new Utf16VectorKernel(ByteOrder.BIG_ENDIAN, small.utf16BigEndian(), compresses),
        new Utf16VectorKernel(ByteOrder.LITTLE_ENDIAN, small.utf16LittleEndian(), compresses),
        new Utf32VectorKernel(ByteOrder.BIG_ENDIAN, small.utf32BigEndian()),
        new Utf32VectorKernel(ByteOrder.LITTLE_ENDIAN, small.utf32LittleEndian()),
        new VectorControlSearch(small.controls()));
  }
}
