/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the beginning of a line, a record or a character from any byte of a file. Input: the bytes
 * from a few before an offset on. Output: the places at which one begins; the first at or after the
 * offset is the start for that offset. {@link io.utflow.codec.filesplit.SplitRules} also refuses
 * encodings and delimiters for which this is impossible. Internal.
 *
 * <p>A split {@code [begin, end)} of a file is read from the first start at or after {@code begin}
 * to the first at or after {@code end}. The start for an offset does not depend on the split, so
 * adjacent splits agree on it, and splits that cover the file read each byte once: law L11 holds
 * because this search has one answer. Two steps prove that a reader from the start of the file
 * finds the same answer.
 *
 * <p><b>Bytes.</b> Where an encoding is self-synchronizing no unit that begins a character
 * continues one (The Unicode Standard, §2.5), and a maximal subpart never swallows a unit that may
 * begin one (§3.9). Therefore the units of a delimiter, found at a unit boundary, are that
 * delimiter whatever surrounds them, well-formed or not, and a reader of the whole stream finds it
 * in the bytes too (law L9). The same is true for an encoding in which the bytes of the delimiters
 * are never part of another character. Units are counted from the first byte of the file; a byte
 * order mark is whole units.
 *
 * <p><b>Overlaps.</b> A reader takes the first delimiter, the longest if several begin at one
 * place, and goes on after it. Let the longest delimiter have L bytes, and let the search begin at
 * {@code x}, L bytes before the offset {@code o}. Each delimiter of the reader that ends at or
 * after {@code o} begins at or after {@code x}. If no delimiter of the reader lies across {@code
 * x}, both go on alike. If one does, it ends before {@code o}. The search may meet a delimiter
 * inside it, and as no proper suffix of a delimiter is a proper prefix of one, that ends inside it,
 * or with it as the LF of a CR LF does. Therefore both are at the end of the delimiter that lies
 * across, and go on alike. Delimiters that the search found earlier end before {@code o} and are
 * not answers.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.filesplit;
