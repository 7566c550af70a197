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
import static jdk.incubator.vector.VectorOperators.EQ;
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
 * UTF-8 of one to three bytes to UTF-16, in the way of {@link Utf8ShuffleTwo}. A sequence of four
 * bytes and a run of blocks without one of three end the loop.
 *
 * <p>Bounds: as there, but a block is looked at with two bytes more before {@code end}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleMixed {
  private static final ByteVector ZERO = ShuffleLanes.bytes(0);

  private static final ByteVector FIRST_LEAD = ShuffleLanes.bytes(0xC0);
  private static final ByteVector X9F = ShuffleLanes.bytes(0x9F);
  private static final ByteVector XA0 = ShuffleLanes.bytes(0xA0);
  private static final ByteVector XE0 = ShuffleLanes.bytes(0xE0);
  private static final ByteVector XED = ShuffleLanes.bytes(0xED);

  /** Subtracted from C0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_TWO = ShuffleLanes.bytes(0x40);

  /** Added to C0 and C1, it leaves the highest bit set, and to no other lead byte. */
  private static final ByteVector ABOVE_C1 = ShuffleLanes.bytes(0x100 - 0xC2);

  /** Subtracted from E0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_THREE = ShuffleLanes.bytes(0x60);

  /** Subtracted from F0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_FOUR = ShuffleLanes.bytes(0x70);

  private static final ByteVector XBF = ShuffleLanes.stepBytes(0xBF);
  private static final ShortVector SIX_BITS = ShuffleLanes.shorts(1 << 6);

  /** As in {@link Utf8ShuffleTwo}. */
  private static final ShortVector MARKS_OF_TWO = ShuffleLanes.shorts(-(0xFFC0 << 6) - 0x80);

  private static final ShortVector LAST_OF_TWO = ShuffleLanes.shorts(0x7FF);

  /** Composed as two bytes, E0 and 80 are 800; shifted, and with the fixed bits of the third. */
  private static final ShortVector MARKS_OF_THREE = ShuffleLanes.shorts((0x800 << 6) + 0x80);

  /** A bit for each of the last three blocks, set if it held a sequence of three bytes. */
  private static final int RUN = 0x7;

  private Utf8ShuffleMixed() {}

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
      ShortVector third =
          (ShortVector)
              ByteVector.fromArray(STEP_BYTES, src, p + 2).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector two = first.mul(SIX_BITS).add(second).add(MARKS_OF_TWO);
      ShortVector upToTwo = two.lanewise(UMIN, first);
      ShortVector three = two.mul(SIX_BITS).add(third).sub(MARKS_OF_THREE);
      ShortVector chars = upToTwo.blend(three, upToTwo.compare(GT, LAST_OF_TWO));
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
    return Kernel.progress(Utf8ShuffleKernel.afterContinuations(src, p, p == pos ? 0 : 2), d);
  }

  /**
   * The end of the blocks from {@code pos} on that are well-formed and for this loop. For each
   * byte, the two before it tell whether it must be a continuation byte, and whether the lead byte
   * before it allows it.
   */
  private static int extent(byte[] src, int pos, int end) {
    int p = pos;
    int history = 1;
    while (p <= end - WIDTH - 2 && beginsWell(src[pos], src[pos + 1])) {
      ByteVector beforeLead = ByteVector.fromArray(BYTES, src, p);
      ByteVector lead = ByteVector.fromArray(BYTES, src, p + 1);
      ByteVector block = ByteVector.fromArray(BYTES, src, p + 2);
      ByteVector third = beforeLead.lanewise(SUSUB, BELOW_THREE);
      int longer = (int) third.compare(LT, ZERO).toLong();
      history = history << 1 | (longer | -longer) >>> 31;
      ByteVector second = lead.lanewise(SUSUB, BELOW_TWO);
      VectorMask<Byte> misplaced =
          second.or(third).compare(LT, ZERO).xor(block.compare(LT, FIRST_LEAD));
      VectorMask<Byte> overlong = lead.compare(EQ, XE0).and(block.compare(LT, XA0));
      VectorMask<Byte> surrogate = lead.compare(EQ, XED).and(block.compare(GT, X9F));
      ByteVector other = lead.add(ABOVE_C1).and(second).or(lead.lanewise(SUSUB, BELOW_FOUR));
      VectorMask<Byte> notAllowed = overlong.or(surrogate).or(other.compare(LT, ZERO));
      if (misplaced.or(notAllowed).anyTrue() || (history & RUN) == 0) {
        break;
      }
      p += WIDTH;
    }
    return p;
  }

  /** Whether text may begin with these bytes that is of no more than three bytes a character. */
  private static boolean beginsWell(int first, int second) {
    if (first >= 0) {
      return second >= (byte) 0xC0;
    }
    return first >= (byte) 0xC2
        && first < (byte) 0xF0
        && second < (byte) 0xC0
        && (first != (byte) 0xE0 || second >= (byte) 0xA0)
        && (first != (byte) 0xED || second < (byte) 0xA0);
  }
}
