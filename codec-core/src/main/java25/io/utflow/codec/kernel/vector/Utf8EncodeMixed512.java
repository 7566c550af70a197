/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.HALF_SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.INTS;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 to UTF-8, whatever is in it. A block is the characters that begin in 32 code units, and of
 * one of three kinds, all in one loop, because to leave a loop costs more than a block. Below
 * U+0800 it is encoded as by {@link Utf8EncodeTwo512}. Without surrogates, it is taken in halves:
 * each of 16 units becomes up to three bytes in a lane of 32 bits, the first byte in the lowest;
 * then the bytes not in use, which are zero, are squeezed out. With surrogates, {@link
 * Utf8EncodeFour512} encodes the halves. {@code expected} is 1 if the block must begin with a low
 * surrogate because the block before ends with a high one.
 *
 * <p>The loop ends where some blocks in a row are below U+0800 and at a block of hardly anything
 * but pairs, for which there are faster loops, and before a block with an unpaired surrogate.
 *
 * <p>Bounds: a block is entered with 33 code units before {@code end}, all of which may be read,
 * and 128 bytes before {@code dend}: below U+0800 it writes 64; else each half writes 64, and the
 * second begins within 64 of the first.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeMixed512 {
  private static final int UNITS = Utf8Kernel512.UNITS;
  private static final int HALF = UNITS / 2;
  private static final int ROOM = 128;

  /** A bit for each of the blocks before, set if it held more: all are below U+0800. */
  private static final long RUN = 0xF;

  /** This many pairs in a block are a run of them. */
  private static final int MANY = 14;

  private static final int FIRST_OF_TWO = 0x80;
  private static final int FIRST_OF_THREE = 0x800;
  private static final int FIRST_BYTE = 0xFF;
  private static final int SECOND_BYTE = 0x3F00;
  private static final int THIRD_BYTE = 0x3F0000;
  private static final int MARKS_OF_TWO = 0x80C0;
  private static final int MARKS_OF_THREE = 0x8080E0;
  private static final byte NONE = 0;
  private static final short SIX_BITS = 0x3F;
  private static final short UPPER_SIX_BITS = (short) 0xFC00;
  private static final short HIGH_SURROGATE = (short) 0xD800;
  private static final short LOW_SURROGATE = (short) 0xDC00;
  private static final long LANES = 0xFFFFFFFFL;

  private Utf8EncodeMixed512() {}

  /** Encodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int expected = 0;
    long history = 1;
    while (p <= end - UNITS - 1 && d <= dend - ROOM) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      history <<= 1;
      if (!units.compare(UGE, (short) FIRST_OF_THREE).anyTrue()) {
        if ((history & RUN) == 0 || expected != 0) {
          break;
        }
        VectorMask<Short> nonAscii = units.compare(UGE, (short) FIRST_OF_TWO);
        ShortVector lead = units.lanewise(LSHR, 6);
        ShortVector last = units.and(SIX_BITS).lanewise(LSHL, 8);
        ShortVector sequences = units.blend(lead.or(last).or((short) MARKS_OF_TWO), nonAscii);
        VectorMask<Byte> used =
            sequences.or((short) FIRST_BYTE).reinterpretAsBytes().compare(NE, NONE);
        sequences.reinterpretAsBytes().compress(used).intoArray(dst, d);
        d += UNITS + Long.bitCount(nonAscii.toLong());
        p += UNITS;
        continue;
      }
      history |= 1;
      ShortVector kinds = units.and(UPPER_SIX_BITS);
      long high = kinds.compare(EQ, HIGH_SURROGATE).toLong();
      long low = kinds.compare(EQ, LOW_SURROGATE).toLong();
      if ((high | low | expected) == 0) {
        for (int q = p; q < p + UNITS; q += HALF) {
          ShortVector half = ShortVector.fromCharArray(HALF_SHORTS, src, q);
          IntVector lanes = (IntVector) half.convertShape(ZERO_EXTEND_S2I, INTS, 0);
          VectorMask<Integer> atLeastTwo = lanes.compare(GE, FIRST_OF_TWO);
          VectorMask<Integer> atLeastThree = lanes.compare(GE, FIRST_OF_THREE);
          IntVector two = lanes.lanewise(LSHR, 6).or(lanes.lanewise(LSHL, 8).and(SECOND_BYTE));
          IntVector three =
              lanes
                  .lanewise(LSHR, 12)
                  .or(lanes.lanewise(LSHL, 2).and(SECOND_BYTE))
                  .or(lanes.lanewise(LSHL, 16).and(THIRD_BYTE));
          IntVector sequences =
              lanes
                  .blend(two.or(MARKS_OF_TWO), atLeastTwo)
                  .blend(three.or(MARKS_OF_THREE), atLeastThree);
          VectorMask<Byte> used = sequences.or(FIRST_BYTE).reinterpretAsBytes().compare(NE, NONE);
          sequences.reinterpretAsBytes().compress(used).intoArray(dst, d);
          d += HALF + Long.bitCount(atLeastTwo.toLong()) + Long.bitCount(atLeastThree.toLong());
        }
      } else {
        int cut = (int) (high >>> UNITS - 1);
        boolean paired =
            ((high << 1 | expected) & LANES) == low
                && (cut == 0 || Character.isLowSurrogate(src[p + UNITS]));
        if (!paired || p != pos && Long.bitCount(high) >= MANY) {
          break;
        }
        expected = cut;
        d = Utf8EncodeFour512.write(src, p, dst, d);
        d = Utf8EncodeFour512.write(src, p + HALF, dst, d);
      }
      p += UNITS;
    }
    return Kernel.progress(p + expected, d);
  }
}
