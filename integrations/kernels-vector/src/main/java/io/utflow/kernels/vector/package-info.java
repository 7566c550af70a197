/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernel set {@code vector}, written with the Vector API. {@code VectorKernels}, a {@code
 * KernelSource} that the core finds as a service, makes it. Internal.
 *
 * <p>UTF-8 has two kernels: {@code Utf8Kernel512} where the machine compresses the bytes of 512-bit
 * vectors by an instruction, which {@code CompressProbe} finds out, else {@code Utf8ShuffleKernel};
 * both extend {@code Utf8VectorKernel}, which selects a loop for each piece of text. "Widest" is
 * the widest vector of the machine, from 128 bits on.
 *
 * <pre>
 * family      file                  converts                          width   used by
 * ASCII       AsciiDecoder          UTF-8 to chars                    widest  UTF-8 kernels
 *             AsciiEncoder          chars to UTF-8                    widest  UTF-8 kernels
 *             AsciiTranscoder       UTF-8 to UTF-16 bytes, and back   widest  Utf16VectorKernel
 * four bytes  Utf8FourByteRuns      runs of them to chars, and back   widest  UTF-8 kernels
 * compress    Utf8Three512          UTF-8 of 1 to 3 bytes to chars    512     Utf8Kernel512
 *             Utf8Four512           UTF-8 to chars                    512     Utf8Kernel512
 *             Utf8Encode512         chars to UTF-8, ASCII itself      512     Utf8Kernel512
 *             Utf8EncodeTwo512      chars below U+10000 to UTF-8      512     Utf8Encode512
 *             Utf8EncodeThree512    the same, many of three bytes     512     Utf8Encode512
 *             Utf8EncodeFour512     chars to UTF-8                    512     Utf8Encode512, -Three512
 *             Utf8Validator512      nothing; validates UTF-8          512     Utf8Kernel512
 *             Utf8Transcoder512     UTF-16 bytes to UTF-8             512     Utf16VectorKernel
 * shuffle     Utf8ShuffleTwo        UTF-8 of 1 and 2 bytes to chars   to 256  Utf8ShuffleKernel
 *             Utf8ShuffleThree      the same and a few of 3 or 4      to 256  Utf8ShuffleKernel
 *             Utf8ShuffleMixed      UTF-8 of 1 to 3 bytes to chars    to 256  Utf8ShuffleKernel
 *             Utf8ShuffleFour       UTF-8 of 1 to 4 bytes, validated  to 256  Utf8ShuffleKernel
 *             Utf8ShuffleEncoder    chars to UTF-8, ASCII itself      to 256  Utf8ShuffleKernel
 *             Utf8ShuffleEncodeTwo    chars below U+0800 to UTF-8     to 256  Utf8ShuffleEncoder
 *             Utf8ShuffleEncodeThree  chars below U+10000 to UTF-8    to 256  Utf8ShuffleEncoder
 *             Utf8ShuffleEncodeFour   chars to UTF-8                  to 256  Utf8ShuffleEncoder
 *             Utf8TableValidator    nothing; validates UTF-8          256     Utf8ShuffleKernel
 *             Utf8MaskValidator     the same                          128     Utf8ShuffleKernel
 * others      Utf16VectorKernel     UTF-16 to chars, and back         widest  set "vector"
 *             Utf32VectorKernel     UTF-32 to chars, and back         widest  set "vector"
 *             VectorControlSearch   nothing; finds LF to CR           widest  set "vector"
 * helpers     Lanes512              constants                                 family compress
 *             ShuffleLanes          constants                                 family shuffle
 *             Shuffles              tables                                    family shuffle
 *             Widths                vectors of half the width                 family ASCII
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package io.utflow.kernels.vector;
