/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The definition of one encoding: what a byte sequence means, one sequence at a time.
 *
 * <p>Everything else is derived from this: a kernel may only be faster, and at a cut the same
 * {@link #step} runs over the pending bytes and the next ones. The engine knows no encoding by
 * name; the properties below tell it what each encoding allows.
 *
 * <p>Most forms are stateless. One that has state is an object {@linkplain #forStream for each
 * stream}; the shared one then serves as if each sequence were the first of a stream.
 */
public interface EncodingForm {
  /**
   * No form has a longer sequence, in bytes: the pending bytes of one are packed in a {@code long}.
   */
  int MOST_BYTES = Long.BYTES;

  /** No form writes more bytes for a character. */
  int MOST_WRITTEN = 8;

  /**
   * Reads the sequence that begins at {@code pos}. Looks at no byte at or beyond {@code end}.
   *
   * @param atEnd whether no byte will ever follow {@code end}; then the answer is never {@link
   *     Step#NEEDS_MORE}
   * @return a packed {@link Step}. {@code NEEDS_MORE} is answered for a proper prefix of a
   *     well-formed sequence only, or for a complete sequence that certain next units would change:
   *     an ill-formed sequence is decided at the first code unit that proves it so. It may be
   *     shorter than the bytes that were looked at: the bytes after it are read again. The state,
   *     if the form has one, does not change: the engine may ask twice
   */
  int step(byte[] src, int pos, int end, boolean atEnd);

  /**
   * The text of a sequence for which {@link #step} has answered {@link Step#text}: several
   * characters, well-formed, or none, as of an escape sequence; or one unpaired surrogate, of a
   * form that {@linkplain #hasSurrogates has} them.
   *
   * @param step the answer of {@link #step}
   */
  default String text(byte[] src, int pos, int step) {
    throw new IllegalStateException("every sequence is one character");
  }

  /**
   * Told when the engine has taken a sequence whose step {@linkplain Step#isTold says so}: the one
   * place where state changes.
   */
  default void taken(byte[] src, int pos, int step) {}

  /** The form for one stream, in the state in which streams begin: this one if it has no state. */
  default EncodingForm forStream() {
    return this;
  }

  /**
   * A form that reads on from the present state, independently of this one: with it the next bytes
   * can be read a second time. Returns this form if it has no state, null if the state cannot be
   * copied.
   */
  default @Nullable EncodingForm copy() {
    return this;
  }

  /** The bytes of the longest sequence, at most {@link #MOST_BYTES}. */
  int longestSequence();

  /**
   * Whether a byte below 80, where a sequence begins, is that ASCII character, alone, in any state,
   * and ASCII characters are written so. Then ASCII may be read without {@link #step}.
   */
  boolean isAsciiTransparent();

  /**
   * A charset of the JDK whose {@code String} of any whole sequences is their text, unless it
   * contains U+FFFD; null without such a charset. The JDK makes a {@code String} from ASCII faster
   * than any other code can.
   */
  default @Nullable Charset charsetOfStrings() {
    return isAsciiTransparent() ? StandardCharsets.US_ASCII : null;
  }

  /**
   * The last boundary between sequences, if {@link #charsetOfStrings} reads more than ASCII: the
   * bytes after it may be a proper prefix of a sequence.
   */
  default int lastBoundary(byte[] src, int from, int end) {
    return end;
  }

  /**
   * Whether no code unit both begins a sequence and continues one, and each character is written in
   * one way (The Unicode Standard, §2.5). Then the units of a given text, found at the boundary of
   * a unit, are that text whatever comes before them.
   */
  boolean isSelfSynchronizing();

  /** Whether lead and continuation bytes are those of UTF-8 (The Unicode Standard, Table 3-6). */
  default boolean hasBytesOfUtf8() {
    return false;
  }

  /** Whether each byte is the character of its number, as in ISO-8859-1. */
  default boolean hasBytesOfLatin1() {
    return false;
  }

  /**
   * Whether each well-formed sequence is one character (or one surrogate, if the form has them),
   * and writing that character gives the same bytes. Then well-formed bytes may be copied if source
   * and target are this encoding. Otherwise they are decoded and encoded, because a character may
   * be readable but not writable, or be written as other bytes.
   */
  default boolean isOneToOne() {
    return isSelfSynchronizing();
  }

  /** Whether text can be written in this encoding at all. */
  default boolean writes() {
    return true;
  }

  /** Whether this encoding has a place for every scalar value. */
  default boolean canEncodeAll() {
    return true;
  }

  /**
   * Whether an unpaired surrogate is a character of this encoding, written and read by itself, so
   * that any UTF-16 comes through unharmed. Then {@link #step} answers a {@link Step#text} for it.
   */
  default boolean hasSurrogates() {
    return false;
  }

  /**
   * Whether a character is one code unit that, wherever it stands, is this character, and that it
   * is written in no other way; then it may be found in the bytes. All are, where the encoding is
   * self-synchronizing.
   */
  default boolean standsAlone(int scalar) {
    return isSelfSynchronizing();
  }

  /**
   * The replacement for characters that this encoding cannot write: a text that it can write, or
   * U+FFFD. For U+FFFD, {@link #write} writes the encoding's own replacement bytes even if U+FFFD
   * is not {@linkplain #canEncode mapped}.
   */
  default String replacement() {
    return "\uFFFD";
  }

  /**
   * Whether this encoding can encode a scalar value; only these are written, and those of the
   * {@link #replacement}. This form can read the bytes that it writes.
   */
  default boolean canEncode(int scalar) {
    return true;
  }

  /**
   * The character that a numeric reference names in the place of a character that this encoding
   * {@linkplain #canEncode cannot encode}.
   */
  default int referenced(int scalar) {
    return scalar;
  }

  /** Whether a scalar value may be read: of some encodings more than they write. */
  default boolean reads(int scalar) {
    return canEncode(scalar);
  }

  /**
   * The most bytes written for a character, with what leads to the state in which it stands; at
   * least 4, at most {@link #MOST_WRITTEN}.
   */
  default int longestWritten() {
    return 4;
  }

  /**
   * The length in bytes of a scalar value in this encoding, with what leads from the present state
   * to that in which it stands; at most {@link #longestWritten}.
   */
  int encodedLength(int scalar);

  /**
   * Writes a scalar value at {@code pos}; the caller has made sure of {@link #encodedLength} bytes.
   * A form with state then has the state in which this character is written.
   *
   * @return the position after it
   */
  int write(int scalar, byte[] dst, int pos);

  /**
   * Where a form has state, writes some prefix of text that is well-formed and has a place in the
   * encoding, faster than by {@link #write}.
   *
   * @return how many chars were read, and in the lower half how many bytes they became
   */
  default long writeRun(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /**
   * Whether the bytes of a character depend on the text before it; then each stream is written by a
   * form of its own.
   */
  default boolean hasStateOfWriting() {
    return false;
  }

  /** The state in which text is written. */
  default int stateOfWriting() {
    return 0;
  }

  /** Whether {@link #writeOnFrom} can be done. */
  default boolean canWriteOnFrom() {
    return true;
  }

  /** Goes back to an earlier state of writing, because the bytes written since are dropped. */
  default void writeOnFrom(int stateOfWriting) {}

  /** The length in bytes of the sequence that ends a text in the present state of writing. */
  default int endLength() {
    return 0;
  }

  /** Writes the sequence that ends a text; the caller has made sure of {@link #endLength} bytes. */
  default int writeEnd(byte[] dst, int pos) {
    return pos;
  }

  /** The most bytes that one UTF-16 code unit can become; a surrogate pair counts as two. */
  int maxBytesPerChar();

  /**
   * The code unit at {@code pos} of an ill-formed sequence of {@code length} bytes, for diagnosis;
   * -1 where no whole unit larger than a byte stands there.
   */
  default long diagnosticValue(byte[] src, int pos, int length) {
    return -1;
  }

  /**
   * U+FEFF as the first bytes of a stream, by which the encoding is told from others (The Unicode
   * Standard, Table 3-12); no bytes where no byte order mark is defined.
   */
  default byte[] byteOrderMark() {
    return new byte[0];
  }

  /**
   * Whether a byte order mark at the start is text unless a policy asks for the mark. It is where
   * the name of the encoding says all that a mark could.
   */
  default boolean isMarkText() {
    return true;
  }

  /** The bytes of a code unit: 1, 2 or 4. */
  default int unitWidth() {
    return 1;
  }

  /** Whether the more significant byte of a code unit is the first. */
  default boolean isBigEndian() {
    return true;
  }
}
