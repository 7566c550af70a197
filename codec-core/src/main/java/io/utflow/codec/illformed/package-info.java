/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is ill-formed, and what becomes of it. Internal.
 *
 * <p>In comes a sequence of bytes or chars that is no text, with its place; out goes its
 * description ({@code FoundSequence}) and what the user's policy puts in its place ({@code
 * MalformedRule}; for characters that an encoding cannot encode {@code UnmappableRule}). Begin with
 * {@code MalformedRule}; the package page of {@code engine} names the few places that act on it.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.illformed;
