/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tables of the answers of the JDK's coders about a charset. Internal.
 *
 * <p>Inside: {@code CharsetProbe}, which asks the coders one question at a time; {@code
 * CharacterTable}s for writing ({@code CharsetCharacters}), {@code SequenceTable} for reading, and
 * {@code GraphicSet}, the sets of 94 by 94 characters of ISO-2022.
 *
 * <p>Input: a charset. Output: tables, each made when a form first needs it. Begin with {@code
 * CharsetProbe}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.table;
