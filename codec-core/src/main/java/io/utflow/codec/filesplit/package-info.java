/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Where a line, a record or a character begins, seen from any byte of a file. In come the bytes
 * from a few before an offset on; out go the places at which one begins, of which the first at or
 * behind the offset is the start there. {@link io.utflow.codec.filesplit.SplitRules} also refuses
 * what cannot be entered in the middle. Internal.
 *
 * <p>A split {@code [begin, end)} of a file is read from the first start at or behind {@code begin}
 * to the first at or behind {@code end}. The start behind an offset does not depend on the split it
 * is asked for, so neighbours agree on it, and splits that cover the file read each byte once: law
 * L11 holds because this search has one answer. That it finds the answer of a reader who comes from
 * the start of the file is proved in two steps.
 *
 * <p><b>Bytes.</b> Where an encoding is self-synchronizing no unit that begins a character
 * continues one (The Unicode Standard, §2.5), and a maximal subpart never swallows a unit that may
 * begin one (§3.9). So the units of a delimiter, met at a unit boundary, are that delimiter
 * whatever surrounds them, well-formed or not, and a reader of the whole stream finds it in the
 * bytes too (law L9). The same holds of an encoding whose delimiters each stand alone in its bytes.
 * Units are counted from the first byte of the file; a byte order mark is whole units.
 *
 * <p><b>Overlaps.</b> A reader takes the first delimiter, of those at one place the longest, and
 * goes on behind it. Let the longest have L bytes, and let the search begin at {@code x}, L bytes
 * before the offset {@code o}. Each delimiter that the reader ends at {@code o} or behind it begins
 * at {@code x} or behind it. If no delimiter of the reader lies across {@code x}, both go on alike.
 * If one does, it ends before {@code o}. The search may meet a delimiter inside it, and as no
 * proper suffix of a delimiter is a proper prefix of one, that ends inside it, or with it as the LF
 * of a CR LF does. So both stand at the end of the one that lies across, and go on alike. What the
 * search met before ends before {@code o} and is no answer.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.filesplit;
