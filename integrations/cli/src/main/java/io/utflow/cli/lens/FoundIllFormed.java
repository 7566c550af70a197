/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import java.util.HexFormat;

/**
 * An ill-formed sequence, for the page.
 *
 * @param offset of its first byte, from the start of the document
 * @param length in bytes; 0 where a required byte order mark is missing
 * @param bytes in hexadecimal, with blanks between
 * @param cause why it is ill-formed
 * @param clause what the standard says about it
 * @param atEnd whether only the end of the input decided it
 * @param replacement its replacement in the text; may be empty
 */
record FoundIllFormed(
    long offset,
    int length,
    String bytes,
    IllFormedCause cause,
    String clause,
    boolean atEnd,
    String replacement) {

  static FoundIllFormed of(IllFormedSequence found, IllFormedChoice choice) {
    return new FoundIllFormed(
        found.byteOffset(),
        found.length(),
        HexFormat.ofDelimiter(" ").withUpperCase().formatHex(found.bytes()),
        found.cause(),
        Clause.of(found),
        found.endOfInput(),
        choice.replacementOf(found));
  }
}
