/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The coders: decoder, validator, transcoder and encoder. Internal.
 *
 * <p>In come buffers, cut anywhere, and a spec; out go chars, {@code String}s or bytes, and what
 * observers are told. Begin with {@code DecodingLoop}, in which every decoder reads: the kernel
 * converts what it can, the form reads what the kernel left, and {@code ByteInput.takeIllFormed}
 * acts on what is ill-formed; {@code DecodingLoop.takeSteps} is a copy of it for floods. Above it
 * stand {@code ByteInput} (where the stream is, its pending bytes, its byte order mark) and {@code
 * CodingState} (phase, policy, failure). {@code Encoder} reads chars, and acts on unpaired
 * surrogates in {@code replace}. Both ways out end in {@code CharacterWriter}, of which {@code
 * PartialWriter} acts on characters that cannot be encoded. {@code SegmentDecoder} and {@code
 * PieceDecoder} are what the rooms of lines use.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.engine;
