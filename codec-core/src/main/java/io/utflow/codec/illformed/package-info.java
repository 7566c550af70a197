/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is ill-formed, and what becomes of it. Internal.
 *
 * <p>In comes a sequence of bytes or chars that is no text, with its place; out goes its
 * description ({@code FoundSequence}) and what stands in its place. Begin with {@code
 * IllFormedPolicy}, which alone decides that, for coders, lines and packed text; what the user
 * wants is a {@code MalformedRule}. For characters that an encoding cannot encode {@code
 * UnmappableRule} is both.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.illformed;
