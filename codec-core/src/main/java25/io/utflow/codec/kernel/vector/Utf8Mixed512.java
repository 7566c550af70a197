/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * Well-formed UTF-8 of one to three bytes to UTF-16, for blocks of more than 32 characters of any
 * lengths. A char is composed in every lane of each half, as by {@link Utf8Two512}, and the lanes
 * where a character begins are compressed to the front: without a branch, and with fewer operations
 * than {@link Utf8Three512} needs for such a block. The text is validated before, which is faster
 * than the masks of the other loops where composing takes all that the processor has. A sequence of
 * four bytes and a run of blocks without one of three end the loop.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, of which 66 are read, and 64
 * chars before {@code dend}: each half becomes at most 32 chars and writes 32.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Mixed512 {
  private static final ShortVector LEAD_OF_TWO = Lanes512.shorts(0x80);
  private static final ShortVector LEAD_OF_THREE = Lanes512.shorts(0xE0);

  /** The fixed bits of the bytes, shifted as the bytes are: C0 and 80; E0, 80 and 80. */
  private static final ShortVector MARKS_OF_TWO = Lanes512.shorts(0x3080);

  private static final ShortVector MARKS_OF_THREE = Lanes512.shorts(0xE2080);

  private static final int HALF = Utf8Kernel512.BLOCK / 2;
  private static final long LEFT = 0xFFFFFFFFL;

  /** A bit for each of the last two blocks, set if it held a sequence of three bytes. */
  private static final long RUN = 0x3;

  private Utf8Mixed512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long history = 1;
    while (p <= end - Utf8Kernel512.WINDOW && d <= dend - Utf8Kernel512.BLOCK) {
      ByteVector bytes = ByteVector.fromArray(BYTES, src, p);
      long three = bytes.compare(UGE, XE0).toLong();
      history = history << 1 | (three | -three) >>> 63;
      if ((history & RUN) == 0 || bytes.compare(UGE, XF0).toLong() != 0) {
        break;
      }
      long starts = bytes.compare(GE, XC0).toLong();
      d = write(src, p, starts & LEFT, dst, d);
      d = write(src, p + HALF, starts >>> HALF, dst, d);
      p += Utf8Kernel512.BLOCK;
    }
    return Kernel.progress(Utf8Kernel512.afterContinuations(src, p), d);
  }

  /**
   * Writes the characters that begin at {@code starts} in 32 bytes; returns the position after
   * them.
   */
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
    ShortVector two = first.lanewise(LSHL, 6).add(second);
    ShortVector three = two.lanewise(LSHL, 6).add(third);
    first
        .blend(two.sub(MARKS_OF_TWO), first.compare(GE, LEAD_OF_TWO))
        .blend(three.sub(MARKS_OF_THREE), first.compare(GE, LEAD_OF_THREE))
        .compress(VectorMask.fromLong(SHORTS, starts))
        .intoCharArray(dst, d);
    return d + Long.bitCount(starts);
  }
}
