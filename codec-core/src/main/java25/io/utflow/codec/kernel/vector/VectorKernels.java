package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import org.jspecify.annotations.Nullable;

/** The kernels written with the Vector API. */
final class VectorKernels {
  private VectorKernels() {}

  /**
   * The kernels for this machine's vectors, or null if the module of the Vector API is absent.
   *
   * @param small what takes the pieces that are shorter than a block
   * @param compressing the same, on machines that compress vectors by an instruction: those do so
   *     with words as well, while older ones may take a hundred cycles for it
   * @param breath run every few milliseconds
   */
  static @Nullable KernelSet create(KernelSet small, KernelSet compressing, Runnable breath) {
    try {
      int bits = ByteVector.SPECIES_PREFERRED.vectorBitSize();
      return bits < 128 ? null : forWidth(bits, small, compressing, breath);
    } catch (LinkageError moduleAbsent) {
      return null;
    }
  }

  private static KernelSet forWidth(
      int bits, KernelSet small, KernelSet compressing, Runnable breath) {
    boolean compresses = bits == 512 && CompressProbe.wins(breath);
    Kernel utf8 =
        compresses ? new Utf8Kernel512(compressing.utf8()) : new Utf8ShuffleKernel(small.utf8());
    return new KernelSet(
        "vector",
        utf8,
        new Utf16VectorKernel(ByteOrder.BIG_ENDIAN, small.utf16BigEndian(), compresses),
        new Utf16VectorKernel(ByteOrder.LITTLE_ENDIAN, small.utf16LittleEndian(), compresses),
        new Utf32VectorKernel(ByteOrder.BIG_ENDIAN, small.utf32BigEndian()),
        new Utf32VectorKernel(ByteOrder.LITTLE_ENDIAN, small.utf32LittleEndian()),
        new VectorControlSearch(small.controls()));
  }
}
