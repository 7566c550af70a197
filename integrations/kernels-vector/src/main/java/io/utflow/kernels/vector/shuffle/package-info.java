/* SPDX-License-Identifier: Apache-2.0 */
/**
 * UTF-8 in vectors of 128 or 256 bits, whose bytes are moved to their places by tables. Internal.
 *
 * <p>In: arrays, at least a window long. Out: how far a loop read and wrote; what it leaves is the
 * kernel of the core's. Begin at {@code Utf8ShuffleKernel}, which selects a loop for each piece of
 * text.
 *
 * <pre>
 * file                    converts                          width   used by
 * Utf8ShuffleTwo          UTF-8 of 1 and 2 bytes to chars   to 256  Utf8ShuffleKernel
 * Utf8ShuffleThree        those and a few of 3 or 4         to 256  Utf8ShuffleKernel
 * Utf8ShuffleMixed        UTF-8 of 1 to 3 bytes to chars    to 256  Utf8ShuffleKernel
 * Utf8ShuffleFour         UTF-8 of 1 to 4 bytes, validated  to 256  Utf8ShuffleKernel
 * Utf8ShuffleEncoder      chars to UTF-8, ASCII itself      to 256  Utf8ShuffleKernel
 * Utf8ShuffleEncodeTwo    chars below U+0800 to UTF-8       to 256  Utf8ShuffleEncoder
 * Utf8ShuffleEncodeThree  chars below U+10000 to UTF-8      to 256  Utf8ShuffleEncoder
 * Utf8ShuffleEncodeFour   chars to UTF-8                    to 256  Utf8ShuffleEncoder
 * Utf8TableValidator      nothing; validates UTF-8          256     Utf8ShuffleKernel
 * Utf8MaskValidator       nothing; validates UTF-8          128     Utf8ShuffleKernel
 * ShuffleLanes            constants                                 all of them
 * Shuffles                tables                                    all of them
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package io.utflow.kernels.vector.shuffle;
