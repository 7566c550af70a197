package io.utflow.codec;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * One ill-formed code unit sequence: where it stood, what it was, and why it is ill-formed.
 * Immutable.
 *
 * <p>A decoder reports maximal subparts (The Unicode Standard, §3.9, "U+FFFD Substitution of
 * Maximal Subparts"), so one damaged character may be several sequences.
 */
public final class IllFormedSequence implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The encoding the bytes were read in. */
  private final TextEncoding encoding;

  /** From the start of the stream, in bytes; in an encoder, in UTF-16 code units. */
  private final long offset;

  /** The sequence; in an encoder, its code units, each big-endian. */
  private final byte[] bytes;

  /** Why it is ill-formed. */
  private final IllFormedCause cause;

  /** Whether the end of the stream proved it. */
  private final boolean endOfInput;

  /** The code unit at fault, or -1. */
  private final long diagnosticValue;

  /** Whether text to encode was ill-formed, not bytes to decode. */
  private final boolean fromEncoder;

  private IllFormedSequence(
      TextEncoding encoding,
      long offset,
      byte[] bytes,
      IllFormedCause cause,
      boolean endOfInput,
      long diagnosticValue,
      boolean fromEncoder) {
    this.encoding = encoding;
    this.offset = offset;
    this.bytes = bytes;
    this.cause = cause;
    this.endOfInput = endOfInput;
    this.diagnosticValue = diagnosticValue;
    this.fromEncoder = fromEncoder;
  }

  /** {@code length} bytes of an array, read in {@code encoding}. */
  static IllFormedSequence ofBytes(
      TextEncoding encoding,
      byte[] src,
      int from,
      int length,
      IllFormedCause cause,
      long offset,
      boolean endOfInput) {
    byte[] bytes = Arrays.copyOfRange(src, from, from + length);
    long unit = length == 0 ? -1 : encoding.form().diagnosticValue(src, from, length);
    return new IllFormedSequence(encoding, offset, bytes, cause, endOfInput, unit, false);
  }

  /** An unpaired surrogate of the text given to an encoder. */
  static IllFormedSequence ofUnit(
      char unit, IllFormedCause cause, long offset, boolean endOfInput) {
    byte[] bytes = {(byte) (unit >> 8), (byte) unit};
    return new IllFormedSequence(
        TextEncoding.UTF_16BE, offset, bytes, cause, endOfInput, unit, true);
  }

  /**
   * The encoding the bytes were read in, a byte order mark taken into account; UTF-16BE in an
   * encoder.
   *
   * @return one with a byte order of its own, unless a required byte order mark is missing
   */
  public TextEncoding encoding() {
    return encoding;
  }

  /**
   * Where the sequence begins, counted from the start of the stream: in bytes, a byte order mark
   * included; in an encoder, in UTF-16 code units.
   *
   * @return 0 or more
   */
  public long offset() {
    return offset;
  }

  /** {@return how long the sequence is: in bytes; in an encoder, in UTF-16 code units} */
  public int length() {
    return fromEncoder ? bytes.length / 2 : bytes.length;
  }

  /**
   * {@return a copy of the bytes of the sequence; in an encoder, of its code units, each
   * big-endian}
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** {@return why the sequence is ill-formed} */
  public IllFormedCause cause() {
    return cause;
  }

  /** {@return whether it was the end of the stream that proved the sequence ill-formed} */
  public boolean endOfInput() {
    return endOfInput;
  }

  /**
   * The code unit at fault: of UTF-16 the surrogate (RFC 2781 §2.2: "to help the caller diagnose
   * the error and not lose information"), of UTF-32 the unsigned unit; -1 where no whole unit is at
   * fault.
   *
   * @return the unit, or -1
   */
  public long diagnosticValue() {
    return diagnosticValue;
  }

  /**
   * The exception that reports this sequence, for code that fails a stream itself, as those who use
   * a {@link TextValidator} do. Its {@link IllFormedTextException#decodedPrefix()} is empty.
   *
   * @return a new exception
   */
  public IllFormedTextException toException() {
    return new IllFormedTextException(this, "");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IllFormedSequence that
        && encoding == that.encoding
        && offset == that.offset
        && Arrays.equals(bytes, that.bytes)
        && cause == that.cause
        && endOfInput == that.endOfInput
        && diagnosticValue == that.diagnosticValue
        && fromEncoder == that.fromEncoder;
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, offset, Arrays.hashCode(bytes), cause, endOfInput);
  }

  /**
   * For people: {@code SURROGATE at byte 17 of UTF-8 text: ED}; in an encoder {@code
   * UNPAIRED_HIGH_SURROGATE at char 17 of the text to encode: D83D}.
   */
  @Override
  public String toString() {
    String where =
        fromEncoder
            ? " at char " + offset + " of the text to encode: "
            : " at byte " + offset + " of " + encoding + " text: ";
    return cause + where + found() + (endOfInput ? ", at the end of the input" : "");
  }

  private String found() {
    if (bytes.length == 0) {
      return "the required byte order mark is missing, expected is "
          + ByteOrderMarks.expectedHex(encoding);
    }
    return HexFormat.ofDelimiter(fromEncoder ? "" : " ").withUpperCase().formatHex(bytes);
  }
}
