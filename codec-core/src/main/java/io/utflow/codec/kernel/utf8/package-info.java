/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The loops of which the UTF-8 kernels of {@code word} are made, each for one kind of text: runs or
 * words of characters of one length, mostly ASCII, short runs of several lengths. Each loop
 * converts while the text is of its kind, and stops without harm where it is not. Internal.
 *
 * <p>Input: arrays. Output: the number of units that were converted. Begin with {@code
 * ScalarUtf8Kernel}, plain loops over one sequence at a time, to which the others leave inputs
 * shorter than a block, then {@code ShortRuns}. {@code SwarUtf8Kernel} and {@code
 * CompressUtf8Kernel} in {@code word} choose the loop.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.utf8;
