/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the JDK's coders answer about a charset, in tables. Internal.
 *
 * <p>Inside: {@code CharsetProbe}, which asks the coders one question at a time; {@code
 * CharacterTable}s of what is written ({@code CharsetCharacters}), {@code SequenceTable}, what is
 * read, and {@code GraphicSet}, the sets of 94 by 94 characters of ISO-2022.
 *
 * <p>In comes a charset; out go tables, each made when a form first needs it. Begin with {@code
 * CharsetProbe}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.table;
