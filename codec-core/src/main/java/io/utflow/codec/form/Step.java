/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

/**
 * The answer of {@link EncodingForm#step}, packed in an {@code int} so that it costs no allocation.
 *
 * <pre>
 *   0                                    the bytes are a proper prefix of a sequence
 *   00 llllll vvvvv...                   a scalar value of 21 bits, its length from bit 24
 *   01 llllll ddddd...                   a text that the form tells, detail of 24 bits for the form
 *   1t ... cause from bit 8, length      an ill-formed sequence; t: the form is told of it
 * </pre>
 */
public final class Step {
  /** The bytes given are a proper prefix of a well-formed sequence: they prove nothing yet. */
  public static final int NEEDS_MORE = 0;

  private static final int ILL_FORMED = 1 << 31;
  private static final int TOLD = 1 << 30;
  private static final Cause[] CAUSES = Cause.values();

  private Step() {}

  /** A well-formed sequence that is one character. */
  public static int scalar(int value, int length) {
    return length << 24 | value;
  }

  /** A well-formed sequence of which {@link EncodingForm#text} tells the text; the form is told. */
  public static int text(int detail, int length) {
    return TOLD | length << 24 | detail;
  }

  /**
   * A proper prefix of a sequence at the end of the bytes: truncated if no more bytes will follow.
   */
  public static int prefix(int length, boolean atEnd) {
    return atEnd ? illFormed(Cause.TRUNCATED, length) : NEEDS_MORE;
  }

  /** An ill-formed sequence. */
  public static int illFormed(Cause cause, int length) {
    return ILL_FORMED | cause.ordinal() << 8 | length;
  }

  /** A surrogate that is a character of the encoding read, but cannot be written in the target. */
  public static int unpaired(int surrogate, int length) {
    boolean high = Character.isHighSurrogate((char) surrogate);
    return illFormed(high ? Cause.UNPAIRED_HIGH_SURROGATE : Cause.UNPAIRED_LOW_SURROGATE, length);
  }

  /** The same ill-formed sequence, of which the form is told when it is taken. */
  public static int told(int illFormed) {
    return illFormed | TOLD;
  }

  /** Whether a well-formed sequence was found that is one character and changes no state. */
  public static boolean isScalar(int step) {
    return step > 0 && step < TOLD;
  }

  /** Whether a well-formed sequence was found of which {@link EncodingForm#text} tells the text. */
  public static boolean isText(int step) {
    return step >= TOLD;
  }

  /** Whether an ill-formed sequence was found. */
  public static boolean isIllFormed(int step) {
    return step < 0;
  }

  /** Whether the form {@linkplain EncodingForm#taken is told} when the sequence is taken. */
  public static boolean isTold(int step) {
    return (step & TOLD) != 0;
  }

  /** The scalar value of a well-formed sequence that is one character. */
  public static int scalar(int step) {
    return step & 0x1FFFFF;
  }

  /** The detail that the form has packed into this step. */
  public static int detail(int step) {
    return step & 0xFFFFFF;
  }

  /** The length in bytes of a well-formed or an ill-formed sequence. */
  public static int length(int step) {
    return step > 0 ? step >>> 24 & 0x3F : step & 0xFF;
  }

  /** The cause of an ill-formed sequence. */
  public static Cause cause(int step) {
    return CAUSES[step >>> 8 & 0x7F];
  }
}
