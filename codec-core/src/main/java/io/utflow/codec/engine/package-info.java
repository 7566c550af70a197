/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The coders: decoder, validator, transcoder and encoder. Internal.
 *
 * <p>In come buffers, cut anywhere, and a spec; out go chars, {@code String}s or bytes, and what
 * observers are told. Begin with {@code DecodingLoop}, in which every decoder reads: the kernel
 * converts what it can, and the form reads what the kernel left. Above it stand {@code ByteInput}
 * (where the stream is, its pending bytes, its byte order mark), {@code CodingState} (phase,
 * failure) and, in {@code illformed}, {@code IllFormedPolicy}, which decides what becomes of what
 * is ill-formed. {@code Encoder} reads chars. Both ways out end in {@code CharacterWriter}; {@code
 * PartialWriter} writes encodings that cannot encode every character. {@code PieceDecoder} is what
 * the room of lines uses.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.engine;
