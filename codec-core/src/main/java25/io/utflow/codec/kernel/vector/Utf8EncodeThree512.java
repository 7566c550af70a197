/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.HALF_SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.INTS;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.S2B;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 without surrogates to UTF-8. A block is 32 code units, in halves: each of 16 units becomes
 * up to three bytes in a lane of 32 bits, the first byte in the lowest; then the bytes not in use,
 * which are zero, are squeezed out.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and 48 + 64 bytes before
 * {@code dend}: each half becomes at most 48 bytes and writes 64.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeThree512 {
  private static final int HALF = Utf8Kernel512.UNITS / 2;
  private static final int ROOM = 3 * HALF + 64;

  private static final ShortVector NON_ASCII = Lanes512.shorts(0x80);
  private static final ShortVector UPPER_FIVE_BITS = Lanes512.shorts(0xF800);
  private static final ShortVector SURROGATE = Lanes512.shorts(0xD800);
  private static final IntVector FIRST_OF_TWO = Lanes512.ints(0x80);
  private static final IntVector FIRST_OF_THREE = Lanes512.ints(0x800);
  private static final IntVector SECOND_BYTE = Lanes512.ints(0x3F00);
  private static final IntVector THIRD_BYTE = Lanes512.ints(0x3F0000);
  private static final IntVector MARKS_OF_TWO = Lanes512.ints(0x80C0);
  private static final IntVector MARKS_OF_THREE = Lanes512.ints(0x8080E0);
  private static final IntVector FIRST_BYTE = Lanes512.ints(0xFF);

  private Utf8EncodeThree512() {}

  /** Encodes whole blocks; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (p <= end - Utf8Kernel512.UNITS && d <= dend - ROOM) {
      ShortVector block = ShortVector.fromCharArray(SHORTS, src, p);
      long surrogates = block.and(UPPER_FIVE_BITS).compare(EQ, SURROGATE).toLong();
      boolean ascii = block.compare(UGE, NON_ASCII).toLong() == 0;
      asciiBlocks = ascii ? asciiBlocks + 1 : 0;
      if (surrogates != 0 || asciiBlocks == Utf8Kernel512.MAX_ASCII_BLOCKS) {
        break;
      }
      if (ascii) {
        ((ByteVector) block.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, d);
        d += Utf8Kernel512.UNITS;
      } else {
        d = write(src, p, dst, d);
        d = write(src, p + HALF, dst, d);
      }
      p += Utf8Kernel512.UNITS;
    }
    return Kernel.progress(p, d);
  }

  private static int write(char[] src, int p, byte[] dst, int d) {
    ShortVector half = ShortVector.fromCharArray(HALF_SHORTS, src, p);
    IntVector units = (IntVector) half.convertShape(ZERO_EXTEND_S2I, INTS, 0);
    VectorMask<Integer> atLeastTwo = units.compare(GE, FIRST_OF_TWO);
    VectorMask<Integer> atLeastThree = units.compare(GE, FIRST_OF_THREE);
    IntVector two = units.lanewise(LSHR, 6).or(units.lanewise(LSHL, 8).and(SECOND_BYTE));
    IntVector three =
        units
            .lanewise(LSHR, 12)
            .or(units.lanewise(LSHL, 2).and(SECOND_BYTE))
            .or(units.lanewise(LSHL, 16).and(THIRD_BYTE));
    IntVector sequences =
        units.blend(two.or(MARKS_OF_TWO), atLeastTwo).blend(three.or(MARKS_OF_THREE), atLeastThree);
    // Every lowest byte, also of U+0000, and the others in use.
    VectorMask<Byte> used = sequences.or(FIRST_BYTE).reinterpretAsBytes().compare(NE, ZERO);
    ByteVector bytes = sequences.reinterpretAsBytes().compress(used);
    bytes.intoArray(dst, d);
    return d + HALF + Long.bitCount(atLeastTwo.toLong()) + Long.bitCount(atLeastThree.toLong());
  }
}
