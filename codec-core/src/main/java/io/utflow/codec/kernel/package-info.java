/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a kernel is: the interfaces between the engine, which calls kernels, and the packages below,
 * which hold them. Internal.
 *
 * <p>{@code word} holds the kernel sets of the core, and {@link KernelSource} finds those of other
 * artifacts; {@code utf8} holds the loops of which the UTF-8 kernels of {@code word} are made,
 * {@code ascii} runs of ASCII in any encoding, {@code lanes} what a {@code long} of eight bytes can
 * do. {@code single} and {@code variant} hold kernels that are the same in every set, or made of
 * one of a set. {@code choice} decides which set converts. In come arrays of bytes or chars; out
 * goes how much of them was converted. {@code KernelFuzzTest} checks the kernels of each set
 * against the forms. Begin with {@link Kernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel;
