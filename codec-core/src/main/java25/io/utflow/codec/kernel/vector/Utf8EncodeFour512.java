/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.HALF_SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.INTS;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 to UTF-8, in the way of {@link Utf8EncodeThree512}. A block is the characters that begin
 * in 16 code units. The four bytes of a surrogate pair are in the lane of the high surrogate; the
 * lane of the low one stays empty. {@code expected} is 1 if the block must begin with a low
 * surrogate because the block before ends with a high one. A block of hardly anything but pairs
 * ends the loop, for {@link Utf8FourByteRuns}.
 *
 * <p>Bounds: a block is entered with 17 code units before {@code end}, all of which are read, and
 * 64 bytes before {@code dend}, all of which are written.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeFour512 {
  private static final int BLOCK = 16;

  /** This many pairs in a block are a run of them, which ends the loop. */
  private static final int MANY = 7;

  private static final int UPPER_SIX_BITS = 0xFC00;
  private static final int HIGH_SURROGATE = 0xD800;
  private static final int LOW_SURROGATE = 0xDC00;

  /** The first high surrogate shifted left by ten, plus the first low one, minus 10000. */
  private static final int PAIR_BASE = 0x35FDC00;

  private static final int FIRST_OF_TWO = 0x80;
  private static final int FIRST_OF_THREE = 0x800;
  private static final int FIRST_BYTE = 0xFF;
  private static final int SECOND_BYTE = 0x3F00;
  private static final int THIRD_BYTE = 0x3F0000;
  private static final int FOURTH_BYTE = 0x3F000000;
  private static final int MARKS_OF_TWO = 0x80C0;
  private static final int MARKS_OF_THREE = 0x8080E0;
  private static final int MARKS_OF_FOUR = 0x808080F0;
  private static final int NOTHING = 0;

  private Utf8EncodeFour512() {}

  /**
   * Encodes one block, and those after it that hold surrogates; returns the positions reached, on a
   * boundary of characters.
   */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int expected = 0;
    while (p <= end - BLOCK - 1 && d <= dend - 4 * BLOCK) {
      ShortVector half = ShortVector.fromCharArray(HALF_SHORTS, src, p);
      ShortVector nextHalf = ShortVector.fromCharArray(HALF_SHORTS, src, p + 1);
      IntVector units = (IntVector) half.convertShape(ZERO_EXTEND_S2I, INTS, 0);
      IntVector next = (IntVector) nextHalf.convertShape(ZERO_EXTEND_S2I, INTS, 0);
      IntVector kinds = units.and(UPPER_SIX_BITS);
      long high = kinds.compare(EQ, HIGH_SURROGATE).toLong();
      long low = kinds.compare(EQ, LOW_SURROGATE).toLong();
      long paired = next.and(UPPER_SIX_BITS).compare(EQ, LOW_SURROGATE).toLong();
      boolean broken = (high & ~paired | low ^ (high << 1 | expected) & 0xFFFF) != 0;
      if (broken || p != pos && ((high | low) == 0 || Long.bitCount(high) >= MANY)) {
        break;
      }
      expected = (int) (high >>> BLOCK - 1);
      d = write(src, p, dst, d);
      p += BLOCK;
    }
    return Kernel.progress(p + expected, d);
  }

  /** Writes the characters that begin in sixteen code units; returns the position after them. */
  private static int write(char[] src, int p, byte[] dst, int d) {
    ShortVector half = ShortVector.fromCharArray(HALF_SHORTS, src, p);
    ShortVector nextHalf = ShortVector.fromCharArray(HALF_SHORTS, src, p + 1);
    IntVector units = (IntVector) half.convertShape(ZERO_EXTEND_S2I, INTS, 0);
    IntVector next = (IntVector) nextHalf.convertShape(ZERO_EXTEND_S2I, INTS, 0);
    IntVector scalars = units.lanewise(LSHL, 10).add(next).sub(PAIR_BASE);
    IntVector kinds = units.and(UPPER_SIX_BITS);
    IntVector two = units.lanewise(LSHR, 6).or(units.lanewise(LSHL, 8).and(SECOND_BYTE));
    IntVector three =
        units
            .lanewise(LSHR, 12)
            .or(units.lanewise(LSHL, 2).and(SECOND_BYTE))
            .or(units.lanewise(LSHL, 16).and(THIRD_BYTE));
    IntVector four =
        scalars
            .lanewise(LSHR, 18)
            .or(scalars.lanewise(LSHR, 4).and(SECOND_BYTE))
            .or(scalars.lanewise(LSHL, 10).and(THIRD_BYTE))
            .or(scalars.lanewise(LSHL, 24).and(FOURTH_BYTE));
    IntVector sequences =
        units
            .blend(two.or(MARKS_OF_TWO), units.compare(GE, FIRST_OF_TWO))
            .blend(three.or(MARKS_OF_THREE), units.compare(GE, FIRST_OF_THREE))
            .blend(four.or(MARKS_OF_FOUR), kinds.compare(EQ, HIGH_SURROGATE));
    // Every lowest byte, also of U+0000, and the others in use; of low surrogates, none.
    IntVector marked = sequences.or(FIRST_BYTE).blend(NOTHING, kinds.compare(EQ, LOW_SURROGATE));
    VectorMask<Byte> used = marked.reinterpretAsBytes().compare(NE, (byte) 0x00);
    ByteVector bytes = sequences.reinterpretAsBytes().compress(used);
    bytes.intoArray(dst, d);
    return d + Long.bitCount(used.toLong());
  }
}
