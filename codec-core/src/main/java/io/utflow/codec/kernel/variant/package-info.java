/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernels of encodings that are another one almost everywhere, in every kernel set: CESU-8 and
 * Modified UTF-8, which are UTF-8 without its four-byte sequences, and UCS-2, which is UTF-16
 * without surrogates. Internal.
 *
 * <p>In come arrays; out goes the length of the well-formed prefix that was converted. Begin with
 * {@code Ucs2Kernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.variant;
