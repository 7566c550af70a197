/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

/** What the forms have in common whose code unit is a byte. */
public abstract class ByteForm implements EncodingForm {
  private static final int CONTINUATION = 0x80;

  /** A prefix of a sequence that ends where the bytes end. */
  protected static int prefix(int length, boolean atEnd) {
    return atEnd ? Step.illFormed(Cause.TRUNCATED, length) : Step.NEEDS_MORE;
  }

  /** 80..BF, as the signed bytes -128..-65. */
  protected static boolean isContinuation(int signedByte) {
    return signedByte < -64;
  }

  /** Three bytes of which the last two are continuations, by the pattern of UTF-8. */
  protected static int threeBytes(byte[] src, int pos) {
    return (src[pos] & 0x0F) << 12 | (src[pos + 1] & 0x3F) << 6 | src[pos + 2] & 0x3F;
  }

  /** Writes 16 bits as three bytes, by the pattern of UTF-8, whatever they are. */
  protected static int writeThreeBytes(int unit, byte[] dst, int pos) {
    dst[pos] = (byte) (0xE0 | unit >> 12);
    dst[pos + 1] = (byte) (CONTINUATION | unit >> 6 & 0x3F);
    dst[pos + 2] = (byte) (CONTINUATION | unit & 0x3F);
    return pos + 3;
  }

  /**
   * How many of the three bytes from {@code pos} on are those of a low surrogate, ED B0..BF 80..BF,
   * as far as there are bytes: 3 if it is one, less if the bytes end before that is known, -1 if it
   * is none.
   */
  protected static int lowSurrogateBytes(byte[] src, int pos, int end) {
    int available = Math.min(end - pos, 3);
    boolean begun =
        (available < 1 || src[pos] == (byte) 0xED)
            && (available < 2 || src[pos + 1] >= (byte) 0xB0 && src[pos + 1] <= (byte) 0xBF)
            && (available < 3 || isContinuation(src[pos + 2]));
    return begun ? available : -1;
  }

  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return -1;
  }

  @Override
  public final int unitWidth() {
    return 1;
  }

  @Override
  public final boolean isBigEndian() {
    return true;
  }
}
