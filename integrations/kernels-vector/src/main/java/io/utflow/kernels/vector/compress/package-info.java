/* SPDX-License-Identifier: Apache-2.0 */
/**
 * UTF-8 in vectors of 512 bits, where the machine has an instruction that compresses their bytes
 * (AVX-512 VBMI2), as {@code CompressProbe} finds out. Internal.
 *
 * <p>In: arrays, at least a window long. Out: how far a loop read and wrote; what it leaves is the
 * kernel of the core's. Begin at {@code Utf8Kernel512}, which selects a loop for each piece of
 * text.
 *
 * <pre>
 * file               converts                        used by
 * Utf8Three512       UTF-8 of 1 to 3 bytes to chars  Utf8Kernel512
 * Utf8Four512        UTF-8 to chars                  Utf8Kernel512
 * Utf8Encode512      chars to UTF-8, ASCII itself    Utf8Kernel512
 * Utf8EncodeTwo512   chars below U+10000 to UTF-8    Utf8Encode512
 * Utf8EncodeThree512 those, many of three bytes      Utf8Encode512
 * Utf8EncodeFour512  chars to UTF-8                  Utf8Encode512, Utf8EncodeThree512
 * Utf8Validator512   nothing; validates UTF-8        Utf8Kernel512
 * Utf8Transcoder512  UTF-16 bytes to UTF-8           Utf16VectorKernel
 * Lanes512           constants                       all of them
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package io.utflow.kernels.vector.compress;
