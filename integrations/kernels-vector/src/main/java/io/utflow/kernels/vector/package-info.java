/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernel set {@code vector}, written with the Vector API. Internal.
 *
 * <p>In: the arrays of a {@code Kernel} or a {@code ControlSearch}, and the width of this machine's
 * vectors. Out: one {@code KernelSet}. Begin at {@code VectorKernels}, a {@code KernelSource} that
 * the core finds as a service. "Widest" is the widest vector of the machine, from 128 bits on.
 *
 * <p>UTF-8 has two kernels: {@code Utf8Kernel512} where the machine compresses the bytes of 512-bit
 * vectors by an instruction, which {@code CompressProbe} finds out, else {@code Utf8ShuffleKernel}.
 * Each is a room of its own; this package knows all rooms, and those two know {@code shared} alone.
 *
 * <pre>
 * room      holds
 * (here)    which kernels the set has; UTF-16 and UTF-32 to chars and back; the search for LF to CR
 * compress  UTF-8, 512 bits, machines with an instruction that compresses bytes
 * shuffle   UTF-8, 128 or 256 bits of any machine, bytes moved by tables
 * shared    what both kernels of UTF-8 are made of: ASCII, runs of four bytes, the choice of a loop
 *
 * file                 converts                   width   used by
 * Utf16VectorKernel    UTF-16 to chars, and back  widest  set "vector"
 * Utf32VectorKernel    UTF-32 to chars, and back  widest  set "vector"
 * VectorControlSearch  nothing; finds LF to CR    widest  set "vector"
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package io.utflow.kernels.vector;
