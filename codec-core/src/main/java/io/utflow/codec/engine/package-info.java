/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The coders: decoder, validator, transcoder and encoder. Internal.
 *
 * <p>Input: buffers, cut anywhere, and a spec. Output: chars, {@code String}s or bytes, and calls
 * of observers. Begin with {@code DecodingLoop}, in which every decoder reads: the kernel converts
 * what it can, and the form reads what the kernel left. Its superclasses are {@code ByteInput} (the
 * position in the stream, pending bytes, the byte order mark), {@code CodingState} (phase, failure)
 * and, in {@code illformed}, {@code IllFormedPolicy}, which decides the treatment of ill-formed
 * sequences. {@code Encoder} reads chars. Transcoder and encoder both write by {@code
 * CharacterWriter}; {@code PartialWriter} writes encodings that cannot encode every character. The
 * package {@code split} uses {@code PieceDecoder} for lines.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.engine;
