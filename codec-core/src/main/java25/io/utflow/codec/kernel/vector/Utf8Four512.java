/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * Well-formed UTF-8 of one to four bytes to UTF-16, in the way of {@link Utf8Mixed512}. A character
 * of four bytes is written as two: the lane of its first byte becomes the high surrogate, the lane
 * of its third the low one, which may be a lane of the next block. The loop ends at a run of blocks
 * without such a sequence and at a block of hardly anything else, which {@link Utf8FourByteRuns}
 * decodes faster.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, of which 66 are read, and 65
 * chars before {@code dend}: each half becomes at most 32 chars and writes 32, and the low
 * surrogate that the last block leaves is written after it.
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
   * What is subtracted from three bytes of four, composed as three and shifted right by four, to
   * make a high surrogate: the fixed bits 80 and 80, shifted in the same way, minus D800, plus
   * 10000 shifted right by ten. Of F0, the upper half is shifted out.
   */
  private static final ShortVector MARKS_OF_FOUR = Lanes512.shorts(0x208 - 0xD800 + 0x40);

  private static final ShortVector LOW_TEN_BITS = Lanes512.shorts(0x3FF);
  private static final int LOW_SURROGATE = 0xDC00;
  private static final ShortVector FIRST_LOW_SURROGATE = Lanes512.shorts(LOW_SURROGATE);

  private static final int HALF = Utf8Kernel512.BLOCK / 2;
  private static final long LEFT = 0xFFFFFFFFL;

  /** This many sequences of four bytes in a block are a run of them, which ends the loop. */
  private static final int MANY = 14;

  /** A bit for each of the last eight blocks, set if it held a sequence of four bytes. */
  private static final long RUN = 0xFF;

  private Utf8Four512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    // In which of the first two lanes of the next block a low surrogate begins.
    long low = 0;
    long history = 1;
    while (p <= end - Utf8Kernel512.WINDOW && d < dend - Utf8Kernel512.BLOCK) {
      ByteVector bytes = ByteVector.fromArray(BYTES, src, p);
      long four = bytes.compare(UGE, XF0).toLong();
      history = history << 1 | (four | -four) >>> 63;
      if ((history & RUN) == 0 || p != pos && Long.bitCount(four) >= MANY) {
        break;
      }
      long starts = bytes.compare(GE, XC0).toLong() | four << 2 | low;
      low = four >>> 62;
      d = write(src, p, starts & LEFT, dst, d);
      d = write(src, p + HALF, starts >>> HALF, dst, d);
      p += Utf8Kernel512.BLOCK;
    }
    if (low != 0) {
      int third = p + (int) (low >>> 1);
      dst[d++] = (char) (LOW_SURROGATE | (src[third] & 0xF) << 6 | src[third + 1] & 0x3F);
    }
    return Kernel.progress(Utf8Kernel512.afterContinuations(src, p), d);
  }

  /** Writes the code units that begin at {@code starts} in 32 bytes; returns the position after. */
  private static int write(byte[] src, int p, long starts, char[] dst, int d) {
    ShortVector first =
        (ShortVector)
            ByteVector.fromArray(HALF_BYTES, src, p).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector second =
        (ShortVector)
            ByteVector.fromArray(HALF_BYTES, src, p + 1).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector third =
        (ShortVector)
            ByteVector.fromArray(HALF_BYTES, src, p + 2).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector pair = first.lanewise(LSHL, 6).add(second);
    ShortVector two = pair.sub(MARKS_OF_TWO);
    ShortVector three = pair.lanewise(LSHL, 6).add(third);
    ShortVector high = three.lanewise(LSHR, 4).sub(MARKS_OF_FOUR);
    first
        .blend(two.and(LOW_TEN_BITS).or(FIRST_LOW_SURROGATE), first.compare(GE, TRAILING))
        .blend(two, first.compare(GE, LEAD_OF_TWO))
        .blend(three.sub(MARKS_OF_THREE), first.compare(GE, LEAD_OF_THREE))
        .blend(high, first.compare(GE, LEAD_OF_FOUR))
        .compress(VectorMask.fromLong(SHORTS, starts))
        .intoCharArray(dst, d);
    return d + Long.bitCount(starts);
  }
}
