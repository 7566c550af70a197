/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is ill-formed, and what becomes of it. Internal.
 *
 * <p>In comes a sequence of bytes or chars that is no text, with its place; out goes its
 * description ({@code FoundSequence}) and what the user's policy puts in its place ({@code
 * MalformedRule}; for characters that an encoding cannot encode {@code UnmappableRule}). Begin with
 * {@code MalformedRule}. The coders act on it in few places, all in {@code engine}: {@code
 * ByteInput.takeIllFormed} and its copy for floods, {@code DecodingLoop.takeSteps}, when they
 * decode; {@code Encoder.replace} when they encode; {@code PartialWriter.replacementOf} for what
 * cannot be encoded.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.illformed;
