/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.X90;
import static io.utflow.codec.kernel.vector.Lanes512.XA0;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XC2;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XED;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.XF4;
import static io.utflow.codec.kernel.vector.Lanes512.XF5;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static io.utflow.codec.kernel.vector.Lanes512.without;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-8 of one to four bytes to UTF-16, in the way of {@link Utf8Three512}. A character of four
 * bytes is written as two: the lane of its first byte becomes the high surrogate, the lane of its
 * third the low one. If the third byte is not in the block, the block ends before that character
 * and the next begins with it. The loop ends at the second block in a row without such a sequence
 * and at one of hardly anything else, which {@link Utf8FourByteRuns} decodes faster.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, all of which are read, and 64
 * chars before {@code dend}: 32 are written, and if there are more than 32, 32 more after them.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Four512 {
  private static final ShortVector TRAILING = Lanes512.shorts(0x80);
  private static final ShortVector LEAD_OF_TWO = Lanes512.shorts(0xC0);
  private static final ShortVector LEAD_OF_THREE = Lanes512.shorts(0xE0);
  private static final ShortVector LEAD_OF_FOUR = Lanes512.shorts(0xF0);

  /** The fixed bits of the bytes, shifted as the bytes are: C0 and 80; E0, 80 and 80. */
  private static final ShortVector MARKS_OF_TWO = Lanes512.shorts(0x3080);

  private static final ShortVector MARKS_OF_THREE = Lanes512.shorts(0xE2080);

  /**
   * What is subtracted from the shifted bytes of a high surrogate: the fixed bits F0, 80 and 80,
   * shifted in the same way, minus D800, plus 10000 shifted right by ten.
   */
  private static final ShortVector MARKS_OF_FOUR = Lanes512.shorts(0xF208 - 0xD800 + 0x40);

  private static final ShortVector LOW_TEN_BITS = Lanes512.shorts(0x3FF);
  private static final ShortVector FIRST_LOW_SURROGATE = Lanes512.shorts(0xDC00);

  /** This many sequences of four bytes in a block are a run of them, which ends the loop. */
  private static final int MANY = 14;

  /** Where a sequence of four bytes begins whose third byte is after the block. */
  private static final long LAST_TWO = 3L << 62;

  /** A bit for each of the last two blocks, set if it held a sequence of four bytes. */
  private static final long RUN = 0x3;

  private Utf8Four512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long expected = 0;
    long history = 1;
    while (p <= end - Utf8Kernel512.WINDOW && d <= dend - Utf8Kernel512.BLOCK) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
      ByteVector b3 = ByteVector.fromArray(BYTES, src, p + 3);
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = b0.compare(LT, ZERO).toLong() & ~trailing;
      long three = b0.compare(UGE, XE0).toLong();
      long four = b0.compare(UGE, XF0).toLong();
      long below90 = b1.compare(LT, X90).toLong();
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | three & ~b2.compare(LT, XC0).toLong()
              | four & ~b3.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | three << 2 | four << 3 | expected)
              | b0.compare(EQ, XF0).toLong() & below90
              | b0.compare(EQ, XF4).toLong() & ~below90
              | b0.compare(UGE, XF5).toLong();
      history = history << 1 | (four | -four) >>> 63;
      if (errors != 0 || (history & RUN) == 0 || three != four && hasIllFormedThree(src, p)) {
        break;
      }
      if (p != pos && Long.bitCount(four) >= MANY) {
        break;
      }
      long starts = ~trailing | four << 2;
      expected = lead >>> 63 | three >>> 62 | four >>> 61;
      int length = Utf8Kernel512.BLOCK;
      if ((four & LAST_TWO) != 0) {
        length = Long.numberOfTrailingZeros(four & LAST_TWO);
        starts &= Lanes512.first(length);
        expected = 0;
      }
      write(src, p, starts, dst, d);
      int count = Long.bitCount(starts);
      if (count > 32) {
        write(src, p, without(starts, 32), dst, d + 32);
      }
      d += count;
      p += length;
    }
    return Kernel.progress(p + Long.bitCount(expected), d);
  }

  /** Whether an overlong form or a surrogate of three bytes begins in the block. */
  private static boolean hasIllFormedThree(byte[] src, int p) {
    ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
    long belowA0 = ByteVector.fromArray(BYTES, src, p + 1).compare(LT, XA0).toLong();
    long overlong = b0.compare(EQ, XE0).toLong() & belowA0;
    long surrogate = b0.compare(EQ, XED).toLong() & ~belowA0;
    return (overlong | surrogate) != 0;
  }

  /** Writes the first 32 of the code units that begin at {@code starts}. */
  private static void write(byte[] src, int p, long starts, char[] dst, int d) {
    VectorMask<Byte> mask = VectorMask.fromLong(BYTES, starts);
    ByteVector c0 = ByteVector.fromArray(BYTES, src, p).compress(mask);
    ByteVector c1 = ByteVector.fromArray(BYTES, src, p + 1).compress(mask);
    ByteVector c2 = ByteVector.fromArray(BYTES, src, p + 2).compress(mask);
    ShortVector first = (ShortVector) c0.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector second = (ShortVector) c1.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector third = (ShortVector) c2.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector pair = first.lanewise(LSHL, 6).add(second);
    ShortVector two = pair.sub(MARKS_OF_TWO);
    ShortVector three = pair.lanewise(LSHL, 6).add(third).sub(MARKS_OF_THREE);
    ShortVector high =
        first
            .lanewise(LSHL, 8)
            .add(second.lanewise(LSHL, 2))
            .add(third.lanewise(LSHR, 4))
            .sub(MARKS_OF_FOUR);
    first
        .blend(two.and(LOW_TEN_BITS).or(FIRST_LOW_SURROGATE), first.compare(GE, TRAILING))
        .blend(two, first.compare(GE, LEAD_OF_TWO))
        .blend(three, first.compare(GE, LEAD_OF_THREE))
        .blend(high, first.compare(GE, LEAD_OF_FOUR))
        .intoCharArray(dst, d);
  }
}
