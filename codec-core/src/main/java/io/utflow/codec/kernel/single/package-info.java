/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernels of encodings in which a byte is a character, the same in every kernel set. Internal.
 *
 * <p>Inside: ISO-8859-1 ({@code Latin1Kernel}), and by a table US-ASCII and any charset of single
 * bytes ({@code SingleByteKernel}).
 *
 * <p>In come arrays, and for a table a {@code SingleByteForm}; out goes the length of the
 * well-formed prefix that was converted. The artifact of the charsets uses these kernels too. Begin
 * with {@code SingleByteKernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.single;
