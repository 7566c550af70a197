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
 * UTF-16 without surrogates to UTF-8. A block is 32 code units. In a block below U+0800 each
 * becomes two bytes in its lane, the lead byte in the lower half; then the upper halves of ASCII
 * lanes, which are zero, are squeezed out. Lanes of 32 bits are shifted, because a shift of 16-bit
 * ones costs C2 two operations; bits from the adjacent lane are masked out. Any other block is
 * encoded in the way of {@link Utf8EncodeThree512}. The loop ends before a block with a surrogate,
 * and at a block of ASCII that begins at {@code until} or later.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and 128 bytes before {@code
 * dend}: each half writes 64, and the second begins within 64 of the first.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeTwo512 {
  private static final int UNITS = Utf8Kernel512.UNITS;
  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short SURROGATE_BITS = (short) 0xF800;
  private static final short SURROGATES = (short) 0xD800;
  private static final int FRONT = 0xFFFF;

  /** The lower half of a lane is in use whatever it is, the upper half if it is not zero. */
  private static final short IN_USE = 0x0100;

  private Utf8EncodeTwo512() {}

  /** Encodes whole blocks; returns the positions reached. */
  static long encode(char[] src, int pos, int until, int end, byte[] dst, int dpos, int dend) {
    ByteVector lower = Lanes512.LOWER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector upper = Lanes512.UPPER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector ofThree = Lanes512.ints(BYTES_OF_THREE).reinterpretAsBytes();
    ByteVector ofTwo = Lanes512.shorts(IN_USE).reinterpretAsBytes();
    int p = pos;
    int d = dpos;
    // With the lengths of the arrays C2 knows that p and d cannot overflow.
    int limit = Math.min(end, src.length) - (UNITS - 1);
    int room = Math.min(dend, dst.length) - (Utf8Encode512.ROOM - 1);
    while (p < limit && d < room) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      VectorMask<Short> nonAscii = units.compare(UGE, FIRST_OF_TWO);
      long twos = nonAscii.toLong();
      // One branch, for in text of few accents none is predicted.
      if ((twos | p - until >> 31) == 0) {
        break;
      }
      VectorMask<Short> longer = units.compare(UGE, FIRST_OF_THREE);
      IntVector pairs = units.reinterpretAsInts();
      IntVector two = pairs.lanewise(LSHR, 6).and(0x1F001F);
      if (!longer.anyTrue()) {
        two = two.or(pairs.lanewise(LSHL, 8).and(0x3F003F00).or(0x80C080C0));
        ByteVector bytes = units.blend(two.reinterpretAsShorts(), nonAscii).reinterpretAsBytes();
        bytes.compress(bytes.compare(UGE, ofTwo)).intoArray(dst, d);
        d += UNITS + Long.bitCount(twos);
        p += UNITS;
        continue;
      }
      if (units.and(SURROGATE_BITS).compare(EQ, SURROGATES).anyTrue()) {
        break;
      }
      int more = Long.bitCount(twos) + Long.bitCount(longer.toLong());
      ShortVector last = units.blend(units.and((short) 0x3F).or((short) 0x80), nonAscii);
      IntVector middle = pairs.lanewise(LSHL, 2).and(0x3F003F00).or(0x80E080E0);
      IntVector three = pairs.lanewise(LSHR, 12).and(0xF000F).or(middle);
      ShortVector lead =
          units.and((short) 0).blend(two.or(0xC000C0).reinterpretAsShorts(), nonAscii);
      ByteVector before = lead.blend(three.reinterpretAsShorts(), longer).reinterpretAsBytes();
      ByteVector behind = last.reinterpretAsBytes();
      ByteVector left =
          lower
              .selectFrom(before)
              .reinterpretAsInts()
              .and(FRONT)
              .or(lower.selectFrom(behind).reinterpretAsInts().and(~FRONT))
              .reinterpretAsBytes();
      VectorMask<Byte> used = left.compare(UGE, ofThree);
      left.compress(used).intoArray(dst, d);
      ByteVector right =
          upper
              .selectFrom(before)
              .reinterpretAsInts()
              .and(FRONT)
              .or(upper.selectFrom(behind).reinterpretAsInts().and(~FRONT))
              .reinterpretAsBytes();
      right.compress(right.compare(UGE, ofThree)).intoArray(dst, d + Long.bitCount(used.toLong()));
      d += UNITS + more;
      p += UNITS;
    }
    return Kernel.progress(p, d);
  }
}
