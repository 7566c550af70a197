/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.TRUNCATED;

/**
 * UTF-8 in which surrogates are sequences of three bytes, ED A0..BF 80..BF: the common part of
 * WTF-8, CESU-8 and Modified UTF-8. Each form defines the meaning of a surrogate pair and of an
 * unpaired surrogate. A high surrogate waits as long as the next bytes may begin a low one.
 */
abstract class SurrogatesInUtf8 implements EncodingForm {
  private static final int LEAD = 0xED;

  /** The answer of {@link #step} for a surrogate pair, which has six bytes. */
  abstract int stepPair(char high, char low);

  /** The answer of {@link #step} for an unpaired surrogate, which has three bytes. */
  abstract int stepUnpaired(char surrogate);

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    if ((src[pos] & 0xFF) != LEAD || end - pos < 2 || !isSecond(src[pos + 1], 0xA0)) {
      return Utf8Form.INSTANCE.step(src, pos, end, atEnd);
    }
    if (end - pos < 3) {
      return Step.prefix(2, atEnd);
    }
    if (!Utf8Form.isContinuation(src[pos + 2])) {
      return Step.illFormed(TRUNCATED, 2);
    }
    char unit = unit(src, pos);
    int low = Character.isHighSurrogate(unit) ? lowSurrogateBytes(src, pos + 3, end) : -1;
    if (low == 3) {
      return stepPair(unit, unit(src, pos + 3));
    }
    return low < 0 || atEnd ? stepUnpaired(unit) : Step.NEEDS_MORE;
  }

  /** Whether the byte is from {@code least} to BF. */
  private static boolean isSecond(int signedByte, int least) {
    return Utf8Form.isContinuation(signedByte) && (signedByte & 0xFF) >= least;
  }

  /** The code unit that three bytes are. */
  static char unit(byte[] src, int pos) {
    return (char) ((src[pos] & 0x0F) << 12 | (src[pos + 1] & 0x3F) << 6 | src[pos + 2] & 0x3F);
  }

  /**
   * How many of the three bytes from {@code pos} on are those of a low surrogate, ED B0..BF 80..BF,
   * as far as there are bytes: 3 for a low surrogate, less if the bytes end too early to know, -1
   * if they are not a low surrogate.
   */
  private static int lowSurrogateBytes(byte[] src, int pos, int end) {
    int available = Math.min(end - pos, 3);
    boolean begun =
        (available < 1 || (src[pos] & 0xFF) == LEAD)
            && (available < 2 || isSecond(src[pos + 1], 0xB0))
            && (available < 3 || Utf8Form.isContinuation(src[pos + 2]));
    return begun ? available : -1;
  }

  @Override
  public int encodedLength(int scalar) {
    return Utf8Form.INSTANCE.encodedLength(scalar);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return Utf8Form.INSTANCE.write(scalar, dst, pos);
  }

  @Override
  public final int maxBytesPerChar() {
    return 3;
  }

  /** A pair, whether it is a character or ill-formed. */
  @Override
  public final int longestSequence() {
    return 6;
  }

  @Override
  public boolean isAsciiTransparent() {
    return true;
  }

  @Override
  public final byte[] byteOrderMark() {
    return Utf8Form.INSTANCE.byteOrderMark();
  }
}
