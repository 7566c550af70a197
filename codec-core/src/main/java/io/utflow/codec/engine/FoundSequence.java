/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** What a decoder or an encoder found. */
public final class FoundSequence implements IllFormedSequence {
  private static final long serialVersionUID = 1L;

  /** The encoding the bytes were read in. */
  private final TextEncoding encoding;

  /** From the start of the stream, in bytes; of text, in UTF-16 code units. */
  private final long offset;

  /** The sequence; in an encoder, its code units, each big-endian. */
  private final byte[] bytes;

  /** Why it is ill-formed. */
  private final IllFormedCause cause;

  /** Whether the end of the stream proved it. */
  private final boolean endOfInput;

  /** The code unit at fault, or -1. */
  private final long diagnosticValue;

  /** In what the sequence was found. */
  private final Place place;

  /** In what a sequence was found. */
  private enum Place {
    BYTES,
    TEXT_TO_ENCODE,
    PACKED_TEXT
  }

  private FoundSequence(
      TextEncoding encoding,
      long offset,
      byte[] bytes,
      IllFormedCause cause,
      boolean endOfInput,
      long diagnosticValue,
      Place place) {
    this.encoding = encoding;
    this.offset = offset;
    this.bytes = bytes;
    this.cause = cause;
    this.endOfInput = endOfInput;
    this.diagnosticValue = diagnosticValue;
    this.place = place;
  }

  /** {@code length} bytes of an array, read in {@code encoding}. */
  static IllFormedSequence ofBytes(
      Encoding encoding,
      byte[] src,
      int from,
      int length,
      IllFormedCause cause,
      long offset,
      boolean endOfInput) {
    byte[] bytes = Arrays.copyOfRange(src, from, from + length);
    long unit = length == 0 ? -1 : encoding.form().diagnosticValue(src, from, length);
    return new FoundSequence(encoding, offset, bytes, cause, endOfInput, unit, Place.BYTES);
  }

  /** An unpaired surrogate of the text given to an encoder. */
  static IllFormedSequence ofUnit(
      char unit, IllFormedCause cause, long offset, boolean endOfInput) {
    byte[] bytes = {(byte) (unit >> 8), (byte) unit};
    return new FoundSequence(
        TextEncoding.UTF_16BE, offset, bytes, cause, endOfInput, unit, Place.TEXT_TO_ENCODE);
  }

  /** A sequence of bytes that escapes stand for, of which the first begins at that char. */
  static IllFormedSequence inPackedText(IllFormedSequence found, long offset) {
    return new FoundSequence(
        found.encoding(),
        offset,
        found.bytes(),
        found.cause(),
        found.endOfInput(),
        found.diagnosticValue(),
        Place.PACKED_TEXT);
  }

  /** A character of the text given to an encoder that has no place in the target. */
  static IllFormedSequence unmappable(int scalar, long offset) {
    byte[] bytes = Character.toString(scalar).getBytes(StandardCharsets.UTF_16BE);
    IllFormedCause cause = IllFormedCause.UNMAPPABLE;
    return new FoundSequence(
        TextEncoding.UTF_16BE, offset, bytes, cause, false, scalar, Place.TEXT_TO_ENCODE);
  }

  /** Bytes that are a character which has no place in the target of a transcoder. */
  static IllFormedSequence unmappable(int scalar, Encoding source, byte[] bytes, long offset) {
    IllFormedCause cause = IllFormedCause.UNMAPPABLE;
    return new FoundSequence(source, offset, bytes, cause, false, scalar, Place.BYTES);
  }

  @Override
  public TextEncoding encoding() {
    return encoding;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public int length() {
    return place == Place.TEXT_TO_ENCODE ? bytes.length / 2 : bytes.length;
  }

  @Override
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public IllFormedCause cause() {
    return cause;
  }

  @Override
  public boolean endOfInput() {
    return endOfInput;
  }

  @Override
  public long diagnosticValue() {
    return diagnosticValue;
  }

  @Override
  public IllFormedTextException toException() {
    return new IllFormedTextException(this, "");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FoundSequence that
        && encoding == that.encoding
        && offset == that.offset
        && Arrays.equals(bytes, that.bytes)
        && cause == that.cause
        && endOfInput == that.endOfInput
        && diagnosticValue == that.diagnosticValue
        && place == that.place;
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, offset, Arrays.hashCode(bytes), cause, endOfInput);
  }

  @Override
  public String toString() {
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
}
