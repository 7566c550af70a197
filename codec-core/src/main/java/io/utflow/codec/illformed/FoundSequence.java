/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.Cause;
import io.utflow.codec.illformed.SequenceKind.Place;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A described ill-formed sequence: what observers and handlers are given. It keeps the bytes, not
 * the stream, so it may be kept. It leaves to {@link IllFormedPolicy} what becomes of it.
 *
 * @param kind everything but its offset
 * @param offset from the start of the stream, in bytes; of text, in UTF-16 code units
 */
public record FoundSequence(SequenceKind kind, long offset) implements IllFormedSequence {
  private static final IllFormedCause[] BY_CAUSE_OF_FORM =
      Arrays.stream(Cause.values())
          .map(cause -> IllFormedCause.valueOf(cause.name()))
          .toArray(IllFormedCause[]::new);

  /** The cause that users see, by the one that a form tells. */
  public static IllFormedCause cause(Cause ofForm) {
    return BY_CAUSE_OF_FORM[ofForm.ordinal()];
  }

  /** Bytes that were read in {@code encoding}; they belong to the description. */
  public static FoundSequence ofBytes(
      Encoding encoding, byte[] bytes, IllFormedCause cause, long offset, boolean endOfInput) {
    return new FoundSequence(
        SequenceKind.ofBytes(encoding, bytes, cause, endOfInput, Place.BYTES), offset);
  }

  /** An unpaired surrogate of the text given to an encoder. */
  public static FoundSequence ofUnit(char unit, long offset, boolean endOfInput) {
    byte[] bytes = {(byte) (unit >> 8), (byte) unit};
    return ofText(bytes, causeOf(unit), endOfInput, unit, offset);
  }

  static IllFormedCause causeOf(char unpaired) {
    return Character.isHighSurrogate(unpaired)
        ? IllFormedCause.UNPAIRED_HIGH_SURROGATE
        : IllFormedCause.UNPAIRED_LOW_SURROGATE;
  }

  /** A character of the text given to an encoder that the target cannot encode. */
  public static FoundSequence unmappable(int scalar, long offset) {
    byte[] bytes = Character.toString(scalar).getBytes(StandardCharsets.UTF_16BE);
    return ofText(bytes, IllFormedCause.UNMAPPABLE, false, scalar, offset);
  }

  private static FoundSequence ofText(
      byte[] units, IllFormedCause cause, boolean endOfInput, int diagnosticValue, long offset) {
    SequenceKind kind =
        new SequenceKind(
            TextEncoding.UTF_16BE, units, cause, endOfInput, diagnosticValue, Place.TEXT_TO_ENCODE);
    return new FoundSequence(kind, offset);
  }

  /** Bytes that are a character that the target of a transcoder cannot encode. */
  public static FoundSequence unmappable(int scalar, Encoding source, byte[] bytes, long offset) {
    IllFormedCause cause = IllFormedCause.UNMAPPABLE;
    return new FoundSequence(
        new SequenceKind(source, bytes, cause, false, scalar, Place.BYTES), offset);
  }

  @Override
  public TextEncoding encoding() {
    return kind.encoding();
  }

  @Override
  public long byteOffset() {
    return kind.place() == Place.BYTES ? offset : -1;
  }

  @Override
  public long charOffset() {
    return kind.place() == Place.BYTES ? -1 : offset;
  }

  @Override
  public int length() {
    return kind.length();
  }

  @Override
  public byte[] bytes() {
    return kind.bytes();
  }

  @Override
  public IllFormedCause cause() {
    return kind.cause();
  }

  @Override
  public boolean endOfInput() {
    return kind.endOfInput();
  }

  @Override
  public long diagnosticValue() {
    return kind.diagnosticValue();
  }

  @Override
  public IllFormedTextException toException() {
    return new IllFormedTextException(this, "");
  }

  @Override
  public String toString() {
    return kind.describe(offset);
  }
}
