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

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * The characters that begin in sixteen code units to UTF-8, in the way of {@link
 * Utf8EncodeMixed512}. The four bytes of a surrogate pair are in the lane of the high surrogate;
 * the lane of the low one stays empty. The caller ensures that all surrogates are paired.
 *
 * <p>Bounds: reads 17 code units; writes 64 bytes, all of which may count.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeFour512 {
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

  /** Encodes the characters that begin at {@code p}; returns the position after their bytes. */
  static int write(char[] src, int p, byte[] dst, int d) {
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
