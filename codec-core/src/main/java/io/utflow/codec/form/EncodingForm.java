package io.utflow.codec.form;

/**
 * The definition of one encoding: what a byte sequence means, one sequence at a time. Stateless.
 *
 * <p>Everything else is derived from this: a kernel may only be faster, and the carry over a cut is
 * resolved by the same {@link #step} over the carried bytes and the next ones.
 */
public interface EncodingForm {

  /**
   * Reads the sequence that begins at {@code pos}. Looks at no byte at or beyond {@code end}.
   *
   * @param atEnd whether no byte will ever follow {@code end}; then the answer is never {@link
   *     Step#NEEDS_MORE}
   * @return a packed {@link Step}. {@code NEEDS_MORE} is answered for a proper prefix of a
   *     well-formed sequence only: an ill-formed sequence is decided at the first code unit that
   *     proves it so
   */
  int step(byte[] src, int pos, int end, boolean atEnd);

  /** The length in bytes of a scalar value in this encoding. */
  int encodedLength(int scalar);

  /**
   * Writes a scalar value at {@code pos}; the caller has made sure of {@link #encodedLength} bytes.
   *
   * @return the position behind it
   */
  int write(int scalar, byte[] dst, int pos);

  /** The most bytes that one UTF-16 code unit can become; a surrogate pair counts as two. */
  int maxBytesPerChar();

  /**
   * The code unit at {@code pos} of an ill-formed sequence of {@code length} bytes, for diagnosis;
   * -1 where no whole unit larger than a byte stands there.
   */
  long diagnosticValue(byte[] src, int pos, int length);

  /** The bytes of a code unit: 1, 2 or 4. */
  int unitWidth();

  /** Whether the more significant byte of a code unit is the first. */
  boolean isBigEndian();

  /** How many UTF-16 code units well-formed text is. */
  int chars(byte[] src, int from, int to);
}
