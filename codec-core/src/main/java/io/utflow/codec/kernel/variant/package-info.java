/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernels of encodings that are another one almost everywhere: CESU-8 and Modified UTF-8 are
 * UTF-8 without its four-byte sequences, UCS-2 is UTF-16 without surrogates. Internal.
 *
 * <p>Each looks how far the text is the same in both, and lets the kernel of the other convert that
 * ({@code PartKernel}); it converts itself only what differs. In comes the kernel of the chosen set
 * for the other encoding; out goes the length of the well-formed prefix that was converted. Begin
 * with {@code Ucs2Kernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.variant;
