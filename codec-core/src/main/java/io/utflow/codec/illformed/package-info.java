/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ill-formed sequences and their treatment. Internal.
 *
 * <p>Input: an ill-formed sequence of bytes or chars, with its place. Output: its description
 * ({@code FoundSequence}) and its replacement. Begin with {@code IllFormedPolicy}, which alone
 * decides the treatment, for coders, lines and packed text, by the user's {@code MalformedRule}.
 * {@code UnmappableRule} is both for characters that an encoding cannot encode.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.illformed;
