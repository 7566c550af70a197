/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A guard against valid but dangerous characters. {@link io.utflow.guard.TextGuard} says what
 * becomes of which {@link io.utflow.guard.CharacterClass}, and makes a stage of it, which stands
 * after any decoder.
 *
 * <p>Text comes in cut anywhere, and goes out without the characters that the guard refuses.
 * Inside, {@code CharacterTable} is generated from ICU4J, {@code CharacterSets} answers from it,
 * {@code Decisions} is what one guard says to each character, {@code AllowedText} finds quickly
 * where nothing is refused, and {@code GuardStage} acts where something is.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.guard;
