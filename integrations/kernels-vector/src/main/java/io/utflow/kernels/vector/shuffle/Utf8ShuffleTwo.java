/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.BYTES;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.FOUR_INTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SHORTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SIXTEEN;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.STEP;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.STEP_BYTES;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.WIDTH;
import static jdk.incubator.vector.VectorOperators.B2S;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-8 of one and two bytes to UTF-16, for machines that cannot compress bytes. A char is composed
 * in a lane of every byte, and those where a character begins are squeezed to the front by a table
 * ({@link Shuffles#CHARS}), eight lanes at a time: without a branch. A longer sequence and a run of
 * ASCII end the loop.
 *
 * <p>The end of well-formed text for this loop is found before, block by block, with vectors alone:
 * for two bytes that takes half the operations of a validator. A step is composed in the loop
 * itself and not by a method, because C2 would not inline it twice, and a vector that is passed to
 * a method which is not inlined is allocated.
 *
 * <p>Bounds: a block is looked at with one byte more before {@code end}. A byte becomes at most one
 * char, and eight lanes write eight, so there is room for the chars of a step while there are no
 * fewer chars than bytes left.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleTwo {
  private static final ByteVector ZERO = ShuffleLanes.bytes(0);

  private static final ByteVector FIRST_LEAD = ShuffleLanes.bytes(0xC0);

  /** Subtracted from C0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_TWO = ShuffleLanes.bytes(0x40);

  /** Added to C0 and C1, it leaves the highest bit set, and to no other lead byte. */
  private static final ByteVector ABOVE_C1 = ShuffleLanes.bytes(0x100 - 0xC2);

  /** Subtracted from E0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_THREE = ShuffleLanes.bytes(0x60);

  private static final ByteVector XBF = ShuffleLanes.stepBytes(0xBF);
  private static final ShortVector SIX_BITS = ShuffleLanes.shorts(1 << 6);

  /**
   * The fixed bits of C0, sign-extended and shifted, and of 80, to be taken off. Applied to an
   * ASCII character it gives more than the character itself.
   */
  private static final ShortVector MARKS = ShuffleLanes.shorts(-(0xFFC0 << 6) - 0x80);

  /** A bit for each of the last three blocks, set if it held more than ASCII. */
  private static final int RUN = 0x7;

  private Utf8ShuffleTwo() {}

  /** Decodes whole steps; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int limit = extent(src, pos, pos + Math.min(end - pos, dend - dpos));
    int p = pos;
    int d = dpos;
    while (p <= limit - STEP) {
      int starts = (int) ByteVector.fromArray(STEP_BYTES, src, p).compare(GT, XBF).toLong();
      ShortVector first =
          (ShortVector) ByteVector.fromArray(STEP_BYTES, src, p).convertShape(B2S, SHORTS, 0);
      ShortVector second =
          (ShortVector)
              ByteVector.fromArray(STEP_BYTES, src, p + 1).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      // Of the two, ASCII is the less; the other, sign-extended, is the greater.
      ShortVector chars = first.mul(SIX_BITS).add(second).add(MARKS).lanewise(UMIN, first);
      IntVector both = chars.reinterpretAsInts();
      ByteVector lower = both.reinterpretShape(FOUR_INTS, 0).reinterpretAsBytes();
      int inLower = starts & 0xFF;
      ByteVector.fromArray(SIXTEEN, Shuffles.CHARS, Shuffles.ENTRY * inLower)
          .selectFrom(lower)
          .reinterpretAsShorts()
          .intoCharArray(dst, d);
      d += Integer.bitCount(inLower);
      if (STEP > 8) {
        ByteVector upper =
            both.rearrange(Shuffles.SWAP_HALVES)
                .reinterpretShape(FOUR_INTS, 0)
                .reinterpretAsBytes();
        int inUpper = starts >>> 8 & 0xFF;
        ByteVector.fromArray(SIXTEEN, Shuffles.CHARS, Shuffles.ENTRY * inUpper)
            .selectFrom(upper)
            .reinterpretAsShorts()
            .intoCharArray(dst, d);
        d += Integer.bitCount(inUpper);
      }
      p += STEP;
    }
    return Kernel.progress(Utf8ShuffleKernel.afterContinuations(src, p, p == pos ? 0 : 1), d);
  }

  /**
   * The end of the blocks from {@code pos} on that are well-formed and for this loop. Each byte is
   * checked as a lead byte, and the next one as its continuation; the last of these is after the
   * block.
   */
  private static int extent(byte[] src, int pos, int end) {
    int p = pos;
    int history = 1;
    while (p < end - WIDTH && src[pos] >= (byte) 0xC0) {
      ByteVector lead = ByteVector.fromArray(BYTES, src, p);
      ByteVector block = ByteVector.fromArray(BYTES, src, p + 1);
      int nonAscii = (int) lead.compare(LT, ZERO).toLong();
      history = history << 1 | (nonAscii | -nonAscii) >>> 31;
      ByteVector second = lead.lanewise(SUSUB, BELOW_TWO);
      VectorMask<Byte> misplaced = second.compare(LT, ZERO).xor(block.compare(LT, FIRST_LEAD));
      ByteVector other = lead.add(ABOVE_C1).and(second).or(lead.lanewise(SUSUB, BELOW_THREE));
      if (misplaced.or(other.compare(LT, ZERO)).anyTrue() || (history & RUN) == 0) {
        break;
      }
      p += WIDTH;
    }
    return p;
  }
}
