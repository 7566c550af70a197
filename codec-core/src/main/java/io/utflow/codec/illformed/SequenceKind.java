/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.ByteOrderMarks;
import io.utflow.codec.encodings.Encoding;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The description of an ill-formed sequence without its offset. In a flood most sequences are of
 * few kinds, so the object for each sequence has only an offset and a reference.
 *
 * @param encoding the encoding in which the bytes were read
 * @param bytes the sequence; in an encoder, its code units, each big-endian
 * @param cause why it is ill-formed
 * @param endOfInput whether the end of the stream proved it
 * @param diagnosticValue the code unit at fault, or -1
 * @param place where it was found
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed; equals, hashCode and bytes heed it.
record SequenceKind(
    TextEncoding encoding,
    byte[] bytes,
    IllFormedCause cause,
    boolean endOfInput,
    long diagnosticValue,
    Place place)
    implements Serializable {

  /** In what a sequence was found. */
  enum Place {
    BYTES,
    TEXT_TO_ENCODE,
    PACKED_TEXT
  }

  /** Bytes that were read in {@code encoding}. */
  static SequenceKind ofBytes(
      Encoding encoding, byte[] bytes, IllFormedCause cause, boolean atEnd, Place place) {
    int length = bytes.length;
    long unit = length == 0 ? -1 : encoding.form().diagnosticValue(bytes, 0, length);
    return new SequenceKind(encoding, bytes, cause, atEnd, unit, place);
  }

  @Override
  public byte[] bytes() {
    return bytes.clone();
  }

  int length() {
    return place == Place.TEXT_TO_ENCODE ? bytes.length / 2 : bytes.length;
  }

  /** For people: a sequence of this kind, with its place. */
  String describe(long offset) {
    String where =
        switch (place) {
          case BYTES -> " at byte " + offset + " of " + encoding + " text: ";
          case TEXT_TO_ENCODE -> " at char " + offset + " of the text to encode: ";
          case PACKED_TEXT -> " at char " + offset + " of packed " + encoding + " text: ";
        };
    return cause + where + found() + (endOfInput ? ", at the end of the input" : "");
  }

  private String found() {
    if (bytes.length == 0) {
      return "the required byte order mark is missing, expected is "
          + ByteOrderMarks.expectedHex(encoding);
    }
    String hex =
        HexFormat.ofDelimiter(place == Place.TEXT_TO_ENCODE ? "" : " ")
            .withUpperCase()
            .formatHex(bytes);
    return cause == IllFormedCause.UNMAPPABLE ? "%s (U+%04X)".formatted(hex, diagnosticValue) : hex;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SequenceKind that
        && encoding == that.encoding
        && Arrays.equals(bytes, that.bytes)
        && cause == that.cause
        && endOfInput == that.endOfInput
        && diagnosticValue == that.diagnosticValue
        && place == that.place;
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, Arrays.hashCode(bytes), cause, endOfInput);
  }
}
