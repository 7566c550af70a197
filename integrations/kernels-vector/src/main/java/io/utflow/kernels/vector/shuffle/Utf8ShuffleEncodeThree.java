/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.FOUR_INTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SHORTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SIXTEEN;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUADD;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-16 without surrogates to UTF-8, in the way of {@link Utf8ShuffleEncodeTwo}: beside the last
 * byte under the lead byte of two there is a second lane for each unit, of the first two bytes of
 * three. The table ({@link Shuffles#OF_THREE}) takes both lanes of four units at a time, 64 bits of
 * each; to bring these together takes one permutation and four logical operations for a block.
 *
 * <p>{@code more} has two bits for each unit, set if it takes two bytes or more and if it takes
 * three: the highest bits of the last byte, and of the unit plus 7800, saturated.
 *
 * <p>A surrogate and a run of blocks below U+0800 end the loop.
 *
 * <p>Bounds: a block is entered with a vector of code units before {@code end} and {@value
 * Utf8ShuffleEncoder#ROOM} bytes before {@code dend}: four units write 16 bytes, of which 4 to 12
 * count.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleEncodeThree {
  private static final int UNITS = Utf8ShuffleEncoder.UNITS;

  /** The bits of {@code more} for three bytes. */
  private static final int THREE = 0xAAAAAAAA;

  /** A bit for each of the last four blocks, set if it held a character of three bytes. */
  private static final int RUN = 0xF;

  private Utf8ShuffleEncodeThree() {}

  /** Encodes whole blocks; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int limit = Math.min(end, src.length) - UNITS;
    int room = Math.min(dend, dst.length) - Utf8ShuffleEncoder.ROOM;
    int d = dpos;
    int history = 1;
    int p;
    for (p = pos; p <= limit; p += UNITS) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      if (d > room || units.and((short) 0xF800).compare(EQ, (short) 0xD800).anyTrue()) {
        break;
      }
      ShortVector last = units.and((short) 0x3F).or((short) 0x80).lanewise(UMIN, units);
      ShortVector ofThree = units.lanewise(SUADD, (short) 0x7800).and((short) 0x8000);
      int more = (int) ofThree.or(last).reinterpretAsBytes().compare(LT, (byte) 0).toLong();
      int threes = more & THREE;
      history = history << 1 | (threes | -threes) >>> 31;
      if ((history & RUN) == 0) {
        break;
      }
      IntVector pairs = units.reinterpretAsInts();
      IntVector middle = pairs.lanewise(LSHL, 2).and(0x3F003F00);
      IntVector front = pairs.lanewise(LSHR, 12).and(0xF000F).or(middle).or(0x80E080E0);
      IntVector two = middle.or(0xC000C000).or(last.reinterpretAsInts());
      IntVector beside = two.rearrange(Shuffles.SWAP_LONGS);
      IntVector exchange = front.lanewise(XOR, beside).and(Utf8ShuffleEncoder.ODD_LONGS);
      IntVector even = front.lanewise(XOR, exchange);
      IntVector odd = beside.lanewise(XOR, exchange);
      int first = more & 0xFF;
      ByteVector.fromArray(SIXTEEN, Shuffles.OF_THREE, Shuffles.ENTRY * first)
          .selectFrom(even.reinterpretShape(FOUR_INTS, 0).reinterpretAsBytes())
          .intoArray(dst, d);
      d += 4 + Integer.bitCount(first);
      int second = more >>> 8 & 0xFF;
      ByteVector.fromArray(SIXTEEN, Shuffles.OF_THREE_SWAPPED, Shuffles.ENTRY * second)
          .selectFrom(odd.reinterpretShape(FOUR_INTS, 0).reinterpretAsBytes())
          .intoArray(dst, d);
      d += 4 + Integer.bitCount(second);
      if (UNITS > 8) {
        IntVector upperEven = even.rearrange(Shuffles.SWAP_HALVES);
        int third = more >>> 16 & 0xFF;
        ByteVector.fromArray(SIXTEEN, Shuffles.OF_THREE, Shuffles.ENTRY * third)
            .selectFrom(upperEven.reinterpretShape(FOUR_INTS, 0).reinterpretAsBytes())
            .intoArray(dst, d);
        d += 4 + Integer.bitCount(third);
        IntVector upperOdd = odd.rearrange(Shuffles.SWAP_HALVES);
        int fourth = more >>> 24 & 0xFF;
        ByteVector.fromArray(SIXTEEN, Shuffles.OF_THREE_SWAPPED, Shuffles.ENTRY * fourth)
            .selectFrom(upperOdd.reinterpretShape(FOUR_INTS, 0).reinterpretAsBytes())
            .intoArray(dst, d);
        d += 4 + Integer.bitCount(fourth);
      }
    }
    return Kernel.progress(p, d);
  }
}
