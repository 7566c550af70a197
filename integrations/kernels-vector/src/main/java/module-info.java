/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Kernels of Utflow that use the Vector API. Applications name nothing of it: they put the artifact
 * beside the core and run JDK 25 with {@code --add-modules jdk.incubator.vector}.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.kernels.vector {
  requires static org.jspecify;
  requires io.utflow.codec;
  // Used where a run adds it with --add-modules; without it the core asks for no kernels.
  requires static jdk.incubator.vector;

  provides io.utflow.codec.kernel.KernelSource with
      io.utflow.kernels.vector.VectorKernels;
}
