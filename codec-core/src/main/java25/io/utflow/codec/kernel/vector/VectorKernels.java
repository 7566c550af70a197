package io.utflow.codec.kernel.vector;

import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf32Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import org.jspecify.annotations.Nullable;

/** The kernels written with the Vector API. */
final class VectorKernels {
  private VectorKernels() {}

  /** The kernels for this machine's vectors, or null if the module of the Vector API is absent. */
  static @Nullable KernelSet create() {
    try {
      return forWidth(ByteVector.SPECIES_PREFERRED.vectorBitSize());
    } catch (LinkageError moduleAbsent) {
      return null;
    }
  }

  private static @Nullable KernelSet forWidth(int bits) {
    if (bits < 128) {
      return null;
    }
    return new KernelSet(
        "vector",
        bits == 512 ? new Utf8Kernel512() : new StepKernel(Utf8Form.INSTANCE),
        utf16(ByteOrder.BIG_ENDIAN, Utf16Form.BIG_ENDIAN),
        utf16(ByteOrder.LITTLE_ENDIAN, Utf16Form.LITTLE_ENDIAN),
        utf32(ByteOrder.BIG_ENDIAN, Utf32Form.BIG_ENDIAN),
        utf32(ByteOrder.LITTLE_ENDIAN, Utf32Form.LITTLE_ENDIAN));
  }

  private static Kernel utf16(ByteOrder order, Utf16Form form) {
    return new Utf16VectorKernel(order, new StepKernel(form));
  }

  private static Kernel utf32(ByteOrder order, Utf32Form form) {
    return new Utf32VectorKernel(order, new StepKernel(form));
  }
}
