/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The well-formed prefix of UTF-8, a vector at a time, by the masks of {@link Utf8ShuffleThree}
 * and, where a longer sequence begins, those for four bytes as well.
 *
 * <p>Bounds: a block is entered with one vector and three bytes before {@code end}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8MaskValidator {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final int LANES = BYTES.length();
  private static final long ALL = -1L >>> -LANES;

  private static final ByteVector X00 = bytes(0x00);
  private static final ByteVector X90 = bytes(0x90);
  private static final ByteVector XA0 = bytes(0xA0);
  private static final ByteVector XC0 = bytes(0xC0);
  private static final ByteVector XC2 = bytes(0xC2);
  private static final ByteVector XDF = bytes(0xDF);
  private static final ByteVector XE0 = bytes(0xE0);
  private static final ByteVector XED = bytes(0xED);
  private static final ByteVector XEF = bytes(0xEF);
  private static final ByteVector XF0 = bytes(0xF0);
  private static final ByteVector XF4 = bytes(0xF4);

  private Utf8MaskValidator() {}

  private static ByteVector bytes(int value) {
    return ByteVector.broadcast(BYTES, (byte) value);
  }

  /** A boundary such that all that is between {@code pos} and it is well-formed. */
  static int blocks(byte[] src, int pos, int end) {
    int p = pos;
    long expected = 0;
    while (p <= end - LANES - 3) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      long nonAscii = b0.compare(LT, X00).toLong();
      if ((nonAscii | expected) != 0) {
        ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
        ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
        long trailing = b0.compare(LT, XC2).toLong();
        long lead = nonAscii & ~trailing;
        long three = b0.compare(GT, XDF).toLong() & nonAscii;
        long four = b0.compare(GT, XEF).toLong() & nonAscii;
        long belowA0 = b1.compare(LT, XA0).toLong();
        long errors =
            lead & ~b1.compare(LT, XC0).toLong()
                | three & ~b2.compare(LT, XC0).toLong()
                | trailing ^ (lead << 1 | three << 2 | four << 3 | expected) & ALL
                | b0.compare(EQ, XE0).toLong() & belowA0
                | b0.compare(EQ, XED).toLong() & ~belowA0;
        if (errors != 0 || four != 0 && fourByteErrors(src, p, four) != 0) {
          break;
        }
        expected = lead >>> LANES - 1 | three >>> LANES - 2 | four >>> LANES - 3;
      }
      p += LANES;
    }
    return p + Long.bitCount(expected);
  }

  /** Where, among the lead bytes of {@code four}, an ill-formed sequence of four bytes begins. */
  private static long fourByteErrors(byte[] src, int p, long four) {
    ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
    ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
    ByteVector b3 = ByteVector.fromArray(BYTES, src, p + 3);
    long below90 = b1.compare(LT, X90).toLong();
    return four & ~b3.compare(LT, XC0).toLong()
        | b0.compare(EQ, XF0).toLong() & below90
        | b0.compare(EQ, XF4).toLong() & ~below90
        | b0.compare(GT, XF4).toLong() & four;
  }
}
