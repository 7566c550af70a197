/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The parts of the UTF-8 kernels for all widths of vectors. Internal.
 *
 * <p>In: arrays. Out: how far a loop read and wrote. Begin at {@code Utf8VectorKernel}: it hands
 * input shorter than a window to a kernel of the core, and the rest to its subclass, piece by
 * piece.
 *
 * <pre>
 * file              converts                         width             used by
 * AsciiDecoder      UTF-8 to chars                   widest            UTF-8 kernels
 * AsciiEncoder      chars to UTF-8                   widest            UTF-8 kernels
 * AsciiTranscoder   UTF-8 to UTF-16 bytes, and back  widest            Utf16VectorKernel
 * Utf8FourByteRuns  runs of four bytes, and back     widest            UTF-8 kernels
 * Widths            vectors of half the width                          ASCII
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package io.utflow.kernels.vector.shared;
