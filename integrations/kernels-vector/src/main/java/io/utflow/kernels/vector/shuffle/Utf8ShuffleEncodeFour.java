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
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 of any characters to UTF-8, in the way of {@link Utf8ShuffleEncodeThree}: in a surrogate
 * pair the first three bytes are those of the high surrogate, and the last one is that of the low
 * surrogate. The unit after each is loaded too; every high surrogate must have a low one there, and
 * no other unit. A block that ends with a high surrogate is taken without it.
 *
 * <p>An ill-formed sequence and a run of blocks without a pair end the loop.
 *
 * <p>Bounds: as there, with one code unit more before {@code end}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleEncodeFour {
  private static final int UNITS = Utf8ShuffleEncoder.UNITS;

  /** A bit for each of the last four blocks, set if it held a pair. */
  private static final int RUN = 0xF;

  private Utf8ShuffleEncodeFour() {}

  /** Encodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int limit = Math.min(end, src.length) - UNITS - 1;
    int room = Math.min(dend, dst.length) - Utf8ShuffleEncoder.ROOM;
    int p = pos;
    int d = dpos;
    int history = 1;
    while (p <= limit && d <= room && !Character.isLowSurrogate(src[pos])) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector next = ShortVector.fromCharArray(SHORTS, src, p + 1);
      VectorMask<Short> high = units.and((short) 0xFC00).compare(EQ, (short) 0xD800);
      VectorMask<Short> beforeLow = next.and((short) 0xFC00).compare(EQ, (short) 0xDC00);
      int pairs = (int) high.toLong();
      history = history << 1 | (pairs | -pairs) >>> 31;
      if (high.xor(beforeLow).anyTrue() || (history & RUN) == 0) {
        break;
      }
      ShortVector low = units.and((short) 0xFC00).lanewise(XOR, (short) 0xDC00);
      ShortVector last = units.and((short) 0x3F).or((short) 0x80).lanewise(UMIN, units);
      ShortVector ofThree = units.lanewise(SUADD, (short) 0x7800).and((short) 0x8000);
      ShortVector marks = ofThree.or(last).blend((short) 0, low.compare(EQ, (short) 0));
      int more = (int) marks.reinterpretAsBytes().compare(LT, (byte) 0).toLong();
      IntVector both = units.reinterpretAsInts();
      IntVector middle = both.lanewise(LSHL, 2).and(0x3F003F00);
      IntVector three = both.lanewise(LSHR, 12).and(0xF000F).or(middle).or(0x80E080E0);
      IntVector two = middle.or(0xC000C000).or(last.reinterpretAsInts());
      IntVector above = units.add((short) 0x40).reinterpretAsInts();
      IntVector lead = above.lanewise(LSHR, 8).and(0x70007).or(0x80F080F0);
      IntVector four = above.lanewise(LSHL, 6).and(0x3F003F00).or(lead);
      IntVector ofLow = next.reinterpretAsInts().lanewise(LSHR, 6).and(0xF000F);
      IntVector ofPair = above.lanewise(LSHL, 4).and(0x300030).or(ofLow).or(0x800080);
      IntVector front =
          three.reinterpretAsShorts().blend(four.reinterpretAsShorts(), high).reinterpretAsInts();
      IntVector beside =
          two.reinterpretAsShorts()
              .blend(ofPair.reinterpretAsShorts(), high)
              .reinterpretAsInts()
              .rearrange(Shuffles.SWAP_LONGS);
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
      int cut = pairs >>> UNITS - 1 & 1;
      d -= 3 * cut;
      p += UNITS - cut;
    }
    return Kernel.progress(p, d);
  }
}
