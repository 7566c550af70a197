package io.utflow.codec.form;

import io.utflow.codec.IllFormedCause;

/**
 * The answer of {@link EncodingForm#step}, packed in an {@code int} so that it costs no allocation.
 *
 * <pre>
 *   0                                   the bytes are a proper prefix of a sequence
 *   0 lengthllll vvvvv...               positive: a scalar value of 21 bits, its length from bit 24
 *   1 ... cause from bit 8, length      negative: an ill-formed sequence
 * </pre>
 */
public final class Step {
  /** The bytes given are a proper prefix of a well-formed sequence: they prove nothing yet. */
  public static final int NEEDS_MORE = 0;

  private static final int ILL_FORMED = 1 << 31;
  private static final IllFormedCause[] CAUSES = IllFormedCause.values();

  private Step() {}

  static int scalar(int value, int length) {
    return length << 24 | value;
  }

  static int illFormed(IllFormedCause cause, int length) {
    return ILL_FORMED | cause.ordinal() << 8 | length;
  }

  /** Whether a well-formed sequence was found. */
  public static boolean isScalar(int step) {
    return step > 0;
  }

  /** The scalar value of a well-formed sequence. */
  public static int scalar(int step) {
    return step & 0x1FFFFF;
  }

  /** The length in bytes of a well-formed or an ill-formed sequence. */
  public static int length(int step) {
    return step > 0 ? step >>> 24 : step & 0xFF;
  }

  /** The cause of an ill-formed sequence. */
  public static IllFormedCause cause(int step) {
    return CAUSES[step >>> 8 & 0x7F];
  }
}
