/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES_OF_THREE;
import static io.utflow.kernels.vector.compress.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 without surrogates to UTF-8. A block is 32 code units. The last byte of each becomes one
 * vector, with a byte a lane; what is before it another: nothing, one lead byte, or the first two
 * of three. For each half of the block a lane of 32 bits is made of both, and the bytes not in use,
 * which are zero, are squeezed out. A block with surrogates is given to {@link Utf8EncodeFour512}.
 *
 * <p>The loop ends at a block below U+0800 after few others. Lanes of 32 bits are shifted, as in
 * {@link Utf8EncodeTwo512}.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and 128 bytes before {@code
 * dend}: each half writes 64, and the second begins within 64 of the first.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeThree512 {
  private static final int UNITS = Utf8Kernel512.UNITS;

  /** If so many of the last 8 blocks hold longer characters, all are taken as if they did. */
  private static final int FEW = 2;

  private static final int LAST = 0xFF;
  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short SURROGATE_BITS = (short) 0xF800;
  private static final short SURROGATES = (short) 0xD800;
  private static final int FRONT = 0xFFFF;

  private Utf8EncodeThree512() {}

  /** Encodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int history = 0;
    int endOfFour = -1;
    ByteVector lower = Lanes512.LOWER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector ofThree = Lanes512.ints(BYTES_OF_THREE).reinterpretAsBytes();
    ByteVector upper = Lanes512.UPPER_UNITS.and(Lanes512.INDEX_BITS);
    // With the lengths of the arrays C2 knows that p and d cannot overflow.
    int limit = Math.min(end, src.length) - (UNITS - 1);
    int room = Math.min(dend, dst.length) - (Utf8Encode512.ROOM - 1);
    while (p < limit && d < room) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      VectorMask<Short> nonAscii = units.compare(UGE, FIRST_OF_TWO);
      VectorMask<Short> longer = units.compare(UGE, FIRST_OF_THREE);
      long twos = nonAscii.toLong();
      long threes = longer.toLong();
      int many = FEW - 1 - Integer.bitCount(history & LAST) >> 31;
      history = history << 1 | (int) ((threes | -threes) >>> 63);
      if ((threes | many) == 0) {
        break;
      }
      if (units.and(SURROGATE_BITS).compare(EQ, SURROGATES).anyTrue()) {
        if (p == endOfFour) {
          break;
        }
        long fours = Utf8EncodeFour512.encode(src, p, 0, end, dst, d, dend);
        p = Kernel.read(fours);
        d = Kernel.written(fours);
        endOfFour = p;
        continue;
      }
      IntVector pairs = units.reinterpretAsInts();
      ShortVector last = units.blend(units.and((short) 0x3F).or((short) 0x80), nonAscii);
      IntVector two = pairs.lanewise(LSHR, 6).and(0x1F001F).or(0xC000C0);
      IntVector middle = pairs.lanewise(LSHL, 2).and(0x3F003F00).or(0x80E080E0);
      IntVector three = pairs.lanewise(LSHR, 12).and(0xF000F).or(middle);
      ShortVector lead = units.and((short) 0).blend(two.reinterpretAsShorts(), nonAscii);
      ByteVector before = lead.blend(three.reinterpretAsShorts(), longer).reinterpretAsBytes();
      ByteVector behind = last.reinterpretAsBytes();
      IntVector left =
          lower
              .selectFrom(before)
              .reinterpretAsInts()
              .and(FRONT)
              .or(lower.selectFrom(behind).reinterpretAsInts().and(~FRONT));
      VectorMask<Byte> used = left.reinterpretAsBytes().compare(UGE, ofThree);
      left.reinterpretAsBytes().compress(used).intoArray(dst, d);
      IntVector right =
          upper
              .selectFrom(before)
              .reinterpretAsInts()
              .and(FRONT)
              .or(upper.selectFrom(behind).reinterpretAsInts().and(~FRONT));
      VectorMask<Byte> usedRight = right.reinterpretAsBytes().compare(UGE, ofThree);
      right
          .reinterpretAsBytes()
          .compress(usedRight)
          .intoArray(dst, d + Long.bitCount(used.toLong()));
      d += UNITS + Long.bitCount(twos) + Long.bitCount(threes);
      p += UNITS;
    }
    return Kernel.progress(p, d);
  }
}
