/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.illformed.FoundSequence;
import java.io.Serializable;

/**
 * One ill-formed code unit sequence: where it stood, what it was, and why it is ill-formed.
 * Immutable.
 *
 * <p>A decoder reports maximal subparts (The Unicode Standard, §3.9, "U+FFFD Substitution of
 * Maximal Subparts"), so one damaged character may be several sequences.
 *
 * <pre>{@code
 * DecoderSpec spec =
 *     DecoderSpec.of(TextEncoding.UTF_8)
 *         .observer(found -> System.err.println(found.cause() + " at byte " + found.byteOffset()));
 * }</pre>
 */
public sealed interface IllFormedSequence extends Serializable permits FoundSequence {
  /**
   * {@return the encoding the bytes were read in, a byte order mark taken into account; UTF-16BE in
   * an encoder} It has a byte order of its own, unless a required byte order mark is missing.
   */
  TextEncoding encoding();

  /**
   * {@return where the sequence begins, in bytes from the start of the stream, a byte order mark
   * included; -1 where it was found in text, which has a {@link #charOffset}}
   */
  long byteOffset();

  /**
   * {@return where a sequence that was found in text begins, in UTF-16 code units; -1 where it was
   * found in bytes, which have a {@link #byteOffset}} An unpaired surrogate, or an unmappable
   * character, in the text given to an encoder; where bytes that escapes stand for are ill-formed,
   * the first of these escapes in the packed text.
   */
  long charOffset();

  /** {@return how long the sequence is: in bytes; in an encoder, in UTF-16 code units} */
  int length();

  /**
   * {@return a copy of the bytes of the sequence; in an encoder, of its code units, each
   * big-endian}
   */
  byte[] bytes();

  /** {@return why the sequence is ill-formed} */
  IllFormedCause cause();

  /**
   * {@return whether the end of the stream decided the sequence: bytes after it, had there been
   * any, could have made another sequence of it} False where the bytes alone decided it.
   */
  boolean endOfInput();

  /**
   * {@return the code unit at fault, or the character that the target encoding cannot encode; -1
   * where no whole unit is at fault} Of UTF-16 the surrogate (RFC 2781 §2.2: "to help the caller
   * diagnose the error and not lose information"), of UTF-32 the unsigned unit.
   */
  long diagnosticValue();

  /**
   * {@return a new exception that reports this sequence, for code that fails a stream itself, as
   * those who use a {@link TextValidator} do} Its {@link IllFormedTextException#decodedPrefix()} is
   * empty.
   */
  IllFormedTextException toException();

  /**
   * For people: {@code SURROGATE at byte 17 of UTF-8 text: ED}; in an encoder {@code
   * UNPAIRED_HIGH_SURROGATE at char 17 of the text to encode: D83D}.
   */
  @Override
  String toString();
}
