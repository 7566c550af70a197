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
   */
  static @Nullable KernelSet create(KernelSet small) {
    try {
      return forWidth(ByteVector.SPECIES_PREFERRED.vectorBitSize(), small);
    } catch (LinkageError moduleAbsent) {
      return null;
    }
  }

  private static @Nullable KernelSet forWidth(int bits, KernelSet small) {
    if (bits < 128) {
      return null;
    }
    return new KernelSet(
        "vector",
        utf8(bits, small.utf8()),
        new Utf16VectorKernel(ByteOrder.BIG_ENDIAN, small.utf16BigEndian()),
        new Utf16VectorKernel(ByteOrder.LITTLE_ENDIAN, small.utf16LittleEndian()),
        new Utf32VectorKernel(ByteOrder.BIG_ENDIAN, small.utf32BigEndian()),
        new Utf32VectorKernel(ByteOrder.LITTLE_ENDIAN, small.utf32LittleEndian()));
  }

  private static Kernel utf8(int bits, Kernel small) {
    return bits == 512 && CompressProbe.wins()
        ? new Utf8Kernel512(small)
        : new Utf8ShuffleKernel(small);
  }
}
