/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.BYTES;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.FOUR_INTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SHORTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SIXTEEN;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.STEP;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.STEP_BYTES;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.WIDTH;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.WINDOW;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.UMAX;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Well-formed UTF-8 of one to four bytes to UTF-16, in the way of {@link Utf8ShuffleMixed}. A
 * character of four bytes is written as two: the lane of its first byte becomes the high surrogate,
 * the lane of its third the low one, which may be a lane of the next step. The loop ends at a run
 * of windows without such a sequence.
 *
 * <p>Bounds: a window of two blocks is looked at with three bytes more before {@code end}; room as
 * there, and one char more for the low surrogate that the last step leaves.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleFour {
  private static final ByteVector ZERO = ShuffleLanes.bytes(0);

  /** Subtracted from F0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_FOUR = ShuffleLanes.bytes(0x70);

  private static final ByteVector STEP_ZERO = ShuffleLanes.stepBytes(0);
  private static final ByteVector STEP_BELOW_FOUR = ShuffleLanes.stepBytes(0x70);
  private static final ByteVector XBF = ShuffleLanes.stepBytes(0xBF);
  private static final ShortVector SIX_BITS = ShuffleLanes.shorts(1 << 6);
  private static final ShortVector ASCII = ShuffleLanes.shorts(0x7F);
  private static final ShortVector TRAILING = ShuffleLanes.shorts(0xBF);
  private static final ShortVector LEAD_OF_TWO = ShuffleLanes.shorts(0xDF);
  private static final ShortVector LEAD_OF_THREE = ShuffleLanes.shorts(0xEF);

  /** The fixed bits of the bytes, shifted as the bytes are: C0 and 80; E0, 80 and 80. */
  private static final ShortVector MARKS_OF_TWO = ShuffleLanes.shorts(0x3080);

  private static final ShortVector MARKS_OF_THREE = ShuffleLanes.shorts(0xE2080);

  /**
   * The number that is subtracted from the first three of four bytes, composed as three and shifted
   * right by four, to make a high surrogate: the fixed bits 80 and 80, shifted in the same way,
   * minus D800, plus 10000 shifted right by ten. The upper half of F0 is shifted out.
   */
  private static final ShortVector MARKS_OF_FOUR = ShuffleLanes.shorts(0x208 - 0xD800 + 0x40);

  private static final ShortVector LOW_TEN_BITS = ShuffleLanes.shorts(0x3FF);
  private static final int LOW_SURROGATE = 0xDC00;
  private static final ShortVector FIRST_LOW_SURROGATE = ShuffleLanes.shorts(LOW_SURROGATE);

  /** A bit for each of the last two windows, set if it held a sequence of four bytes. */
  private static final int RUN = 0x3;

  private Utf8ShuffleFour() {}

  /** Decodes whole steps; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    // A byte becomes one char at most, so that the room need not be looked at again.
    int limit = extent(src, pos, pos + Math.min(end - 3 - pos, dend - dpos - 1));
    int p = pos;
    int d = dpos;
    // In which of the first two lanes of the next step a low surrogate begins.
    int low = 0;
    while (p <= limit - STEP) {
      ByteVector bytes = ByteVector.fromArray(STEP_BYTES, src, p);
      int leads = (int) bytes.compare(GT, XBF).toLong();
      int four = (int) bytes.lanewise(SUSUB, STEP_BELOW_FOUR).compare(LT, STEP_ZERO).toLong();
      int starts = leads | four << 2 | low;
      ShortVector first =
          (ShortVector)
              ByteVector.fromArray(STEP_BYTES, src, p).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector second =
          (ShortVector)
              ByteVector.fromArray(STEP_BYTES, src, p + 1).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector third =
          (ShortVector)
              ByteVector.fromArray(STEP_BYTES, src, p + 2).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector pair = first.mul(SIX_BITS).add(second);
      ShortVector two = pair.sub(MARKS_OF_TWO);
      ShortVector three = pair.mul(SIX_BITS).add(third);
      ShortVector high = three.lanewise(LSHR, 4).sub(MARKS_OF_FOUR);
      ShortVector chars =
          first
              .blend(two.and(LOW_TEN_BITS).or(FIRST_LOW_SURROGATE), first.compare(GT, ASCII))
              .blend(two, first.compare(GT, TRAILING))
              .blend(three.sub(MARKS_OF_THREE), first.compare(GT, LEAD_OF_TWO))
              .blend(high, first.compare(GT, LEAD_OF_THREE));
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
      low = four >>> STEP - 2;
      p += STEP;
    }
    if (low != 0) {
      int third = p + (low >>> 1);
      dst[d++] = (char) (LOW_SURROGATE | (src[third] & 0xF) << 6 | src[third + 1] & 0x3F);
    }
    return Kernel.progress(Utf8ShuffleKernel.afterContinuations(src, p, p == pos ? 0 : 3), d);
  }

  /** The end of the windows from {@code pos} on that are for this loop. */
  private static int extent(byte[] src, int pos, int end) {
    int p = pos;
    int history = 1;
    while (p <= end - WINDOW) {
      ByteVector left = ByteVector.fromArray(BYTES, src, p);
      ByteVector greatest = ByteVector.fromArray(BYTES, src, p + WIDTH).lanewise(UMAX, left);
      int fours = (int) greatest.lanewise(SUSUB, BELOW_FOUR).compare(LT, ZERO).toLong();
      history = history << 1 | (fours | -fours) >>> 31;
      if ((history & RUN) == 0) {
        break;
      }
      p += WINDOW;
    }
    return p;
  }
}
