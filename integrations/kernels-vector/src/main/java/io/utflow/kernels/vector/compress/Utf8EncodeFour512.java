/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES;
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
 * UTF-16 with surrogates to UTF-8, in the way of {@link Utf8EncodeThree512}. The first three bytes
 * of a pair are in the lane of the high surrogate, the fourth in the lane of the low one, so no
 * lane has more than three. A high surrogate that ends a block is left to the next.
 *
 * <p>The loop ends at a block without surrogates after few others, at a block of nearly only pairs,
 * because another loop is faster there, and before a block with an unpaired surrogate.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and 128 bytes before {@code
 * dend}: each half writes 64, and the second begins within 64 of the first.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeFour512 {
  private static final int UNITS = Utf8Kernel512.UNITS;

  /** If so many of the last 8 blocks hold surrogates, all are taken as if they did. */
  private static final int FEW = 2;

  /** This many pairs in a block are a run of them. */
  private static final int MANY = 14;

  private static final int LAST = 0xFF;
  private static final long LANES = 0xFFFFFFFFL;
  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short UPPER_SIX_BITS = (short) 0xFC00;
  private static final short HIGH_SURROGATE = (short) 0xD800;
  private static final short LOW_SURROGATE = (short) 0xDC00;

  /** A high surrogate plus this has the bits of the scalar value above the lowest ten. */
  private static final short SUPPLEMENTARY = 0x40;

  private static final int FRONT = 0xFFFF;

  /** The places of the first, second and last byte in lanes of 32 bits, a bit for each byte. */
  private static final long FIRST_BYTES = 0x1111111111111111L;

  private static final long SECOND_BYTES = 0x2222222222222222L;
  private static final long LAST_BYTES = 0x4444444444444444L;

  private Utf8EncodeFour512() {}

  /**
   * Encodes whole blocks; returns the positions reached, on a boundary of characters. {@code
   * before} units of the first block were encoded before.
   */
  static long encode(char[] src, int pos, int before, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int history = 0;
    int reached = pos + before;
    long taken = LANES & -1L << before;
    ByteVector lower = Lanes512.LOWER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector upper = Lanes512.UPPER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector oneOn = Lanes512.NEXT_UNITS.and(Lanes512.INDEX_BITS);
    while (p <= end - UNITS && d <= dend - Utf8Encode512.ROOM) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector kinds = units.and(UPPER_SIX_BITS);
      VectorMask<Short> highs = kinds.compare(EQ, HIGH_SURROGATE);
      long low = kinds.compare(EQ, LOW_SURROGATE).toLong() & taken;
      long high = highs.toLong() & taken;
      int cut = (int) (high >>> UNITS - 1);
      taken &= LANES >>> cut;
      high &= taken;
      boolean many = Integer.bitCount(history & LAST) >= FEW;
      history = history << 1 | (int) (-low >>> 63);
      boolean others = (low | cut) == 0 && !many || Long.bitCount(high) >= MANY;
      if (p != pos && others || high << 1 != low) {
        break;
      }
      VectorMask<Short> nonAscii = units.compare(UGE, FIRST_OF_TWO);
      VectorMask<Short> longer = units.compare(UGE, FIRST_OF_THREE);
      IntVector pairs = units.reinterpretAsInts();
      IntVector next = oneOn.selectFrom(units.reinterpretAsBytes()).reinterpretAsInts();
      IntVector thirdOfFour =
          next.lanewise(LSHR, 6)
              .and(0xF000F)
              .or(pairs.lanewise(LSHL, 4).and(0x300030).or(0x800080));
      ByteVector behind =
          units
              .blend(units.and((short) 0x3F).or((short) 0x80), nonAscii)
              .blend(thirdOfFour.reinterpretAsShorts(), highs)
              .reinterpretAsBytes();
      IntVector two = pairs.lanewise(LSHR, 6).and(0x1F001F).or(0xC000C0);
      IntVector middle = pairs.lanewise(LSHL, 2).and(0x3F003F00).or(0x80E080E0);
      IntVector three = pairs.lanewise(LSHR, 12).and(0xF000F).or(middle);
      IntVector upperBits = units.add(SUPPLEMENTARY).reinterpretAsInts();
      IntVector second = upperBits.lanewise(LSHL, 6).and(0x3F003F00).or(0x80F080F0);
      IntVector four = upperBits.lanewise(LSHR, 8).and(0x70007).or(second);
      ByteVector front =
          two.reinterpretAsShorts()
              .blend(three.reinterpretAsShorts(), longer)
              .blend(four.reinterpretAsShorts(), highs)
              .reinterpretAsBytes();
      // Of low surrogates the last byte only.
      long twos = nonAscii.toLong() & taken & ~low;
      long threes = longer.toLong() & taken & ~low;
      long used =
          Long.expand(twos, FIRST_BYTES)
              | Long.expand(threes, SECOND_BYTES)
              | Long.expand(taken, LAST_BYTES);
      IntVector left =
          lower
              .selectFrom(front)
              .reinterpretAsInts()
              .and(FRONT)
              .or(lower.selectFrom(behind).reinterpretAsInts().and(~FRONT));
      left.reinterpretAsBytes().compress(VectorMask.fromLong(BYTES, used)).intoArray(dst, d);
      d += Long.bitCount(used);
      used =
          Long.expand(twos >>> UNITS / 2, FIRST_BYTES)
              | Long.expand(threes >>> UNITS / 2, SECOND_BYTES)
              | Long.expand(taken >>> UNITS / 2, LAST_BYTES);
      IntVector right =
          upper
              .selectFrom(front)
              .reinterpretAsInts()
              .and(FRONT)
              .or(upper.selectFrom(behind).reinterpretAsInts().and(~FRONT));
      right.reinterpretAsBytes().compress(VectorMask.fromLong(BYTES, used)).intoArray(dst, d);
      d += Long.bitCount(used);
      p += UNITS - cut;
      reached = p;
      taken = LANES;
    }
    return Kernel.progress(reached, d);
  }
}
