/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The interfaces between the engine, which calls kernels, and the packages below, which contain
 * them. Internal.
 *
 * <p>{@code word} holds the kernel sets of the core, and {@link KernelSource} finds those of other
 * artifacts; {@code utf8} holds the loops of the UTF-8 kernels in {@code word}, {@code ascii} runs
 * of ASCII in any encoding, {@code lanes} operations on the eight bytes in a {@code long}. {@code
 * single} and {@code variant} hold kernels that are the same in every set, or are built from a
 * kernel of the set. {@code choice} decides which set converts. Input: arrays of bytes or chars.
 * Output: the number of units that were converted. {@code KernelFuzzTest} checks the kernels of
 * each set against the forms. Begin with {@link Kernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel;
