/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernels of encodings in which a byte is a character, the same in every kernel set, and what
 * other kernels use of them. Internal.
 *
 * <p>Inside: US-ASCII ({@code AsciiKernel}, {@code LongAscii} for long runs of it in other text),
 * ISO-8859-1 ({@code Latin1Kernel}), any charset of single bytes by its table ({@code
 * SingleByteKernel}, with {@code LetterRow} and {@code BytePairs} where it is faster than a
 * lookup), and whatever the JDK's own coder converts ({@code JdkKernel}).
 *
 * <p>In come arrays, and for a table a {@code SingleByteForm}; out goes the length of the
 * well-formed prefix that was converted. The artifact of the charsets uses these kernels too. Begin
 * with {@code AsciiKernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.single;
