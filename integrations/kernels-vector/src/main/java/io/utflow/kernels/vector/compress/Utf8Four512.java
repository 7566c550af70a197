/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.AND_NOT;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-8 of one to four bytes to UTF-16, in the way of {@link Utf8Three512}. A character of four
 * bytes is written as two: the lane of its third byte becomes the high surrogate, the lane of its
 * last one the low surrogate, of which the lower byte is composed as any other; so the two may be
 * in two blocks. The loop ends at an error and at a run of blocks without such a sequence.
 *
 * <p>Bounds: the caller ensures that the three bytes before the first block are within its range,
 * and that a character ends before {@code pos} or goes on there, its high surrogate written if
 * three of its four bytes are. A block is entered with 64 bytes before {@code end}, and 64 chars
 * before {@code dend}, which it writes.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Four512 {
  private static final int BLOCK = Utf8Kernel512.BLOCK;
  private static final int HALF = BLOCK / 2;

  /** A bit for each of the last four blocks, set if a sequence of four bytes began in it. */
  private static final long RUN = 0xF;

  private Utf8Four512() {}

  /**
   * Decodes whole blocks; returns the positions reached, which may be within a sequence.
   *
   * @param again whether more such characters are to be expected soon: if not, the first block
   *     without one ends the loop
   */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend, boolean again) {
    ByteVector seconds = Utf8Validator512.SECOND.or((byte) 0);
    ByteVector lower = Lanes512.LOWER_TWICE.or((byte) 0);
    ByteVector upper = Lanes512.UPPER_TWICE.or((byte) 0);
    ByteVector even = ShortVector.broadcast(SHORTS, (short) 0xFF).reinterpretAsBytes();
    ByteVector six = ByteVector.broadcast(BYTES, (byte) 0x3F);
    ByteVector nibble = ByteVector.broadcast(BYTES, (byte) 0x0F);
    ByteVector two = ByteVector.broadcast(BYTES, (byte) 0x03);
    int p = pos;
    int d = dpos;
    long run = again ? RUN : 1;
    long history = 1;
    // As in Utf8Three512: so that C2 need not check each load.
    int limit = Math.min(end, src.length) - (BLOCK - 1);
    int room = Math.min(dend, dst.length) - (BLOCK - 1);
    while (p < limit && d < room && (history & run) != 0) {
      ByteVector last = ByteVector.fromArray(BYTES, src, p);
      ByteVector before = ByteVector.fromArray(BYTES, src, p - 1);
      ByteVector twoBefore = ByteVector.fromArray(BYTES, src, p - 2);
      ByteVector second = before.lanewise(SUSUB, (byte) 0x40);
      ByteVector third = twoBefore.lanewise(SUSUB, (byte) 0x60);
      ByteVector fourth = ByteVector.fromArray(BYTES, src, p - 3).lanewise(SUSUB, (byte) 0x70);
      ByteVector is = last.lanewise(AND_NOT, last.add(last));
      ByteVector notAllowed = before.selectFrom(seconds).add(last).and(second);
      ByteVector errors = second.or(third).or(fourth).lanewise(XOR, is).or(notAllowed);
      if (errors.compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      long four = last.compare(UGE, (byte) 0xF0).toLong();
      history = history << 1 | (four | -four) >>> 63;
      VectorMask<Byte> nonAscii = last.compare(LT, (byte) 0);
      VectorMask<Byte> isHigh = twoBefore.compare(UGE, (byte) 0xF0);
      VectorMask<Byte> isLow = fourth.compare(LT, (byte) 0);
      // A third byte of four goes on, but has a high surrogate.
      ByteVector goesOn = last.lanewise(SUSUB, (byte) 0x40).or(before.lanewise(SUSUB, (byte) 0x60));
      VectorMask<Byte> ends = goesOn.compare(GE, (byte) 0);
      int count = Long.bitCount(ends.toLong());
      // As in Utf8Three512, where lanes are neither surrogate.
      ByteVector up6 = before.reinterpretAsInts().lanewise(LSHL, 6).reinterpretAsBytes();
      ByteVector down2 = before.reinterpretAsInts().lanewise(LSHR, 2).reinterpretAsBytes();
      ByteVector leadOfThree = twoBefore.lanewise(SUSUB, (byte) 0xE0);
      ByteVector up4 = leadOfThree.reinterpretAsInts().lanewise(LSHL, 4).reinterpretAsBytes();
      ByteVector low = last.blend(last.and(six).or(up6.lanewise(AND_NOT, six)), nonAscii);
      // Of a lead byte of four, up4 brings a bit into the byte beside; Utf8Three512 has none.
      ByteVector composed = down2.and(nibble).or(up4.lanewise(AND_NOT, nibble));
      ByteVector high = ByteVector.zero(BYTES).blend(composed, nonAscii);
      // The plane, of which a high surrogate holds one less: three bits of the lead byte, two of
      // the second. The marks DC and D8 are set in bits that a shift brings from the byte beside.
      ByteVector leadOfFour = twoBefore.lanewise(SUSUB, (byte) 0xF0);
      ByteVector down4 = before.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
      ByteVector plane =
          leadOfFour
              .reinterpretAsInts()
              .lanewise(LSHL, 2)
              .reinterpretAsBytes()
              .or(down4.and(two))
              .sub((byte) 1);
      ByteVector planeUp6 = plane.reinterpretAsInts().lanewise(LSHL, 6).reinterpretAsBytes();
      ByteVector planeDown2 = plane.reinterpretAsInts().lanewise(LSHR, 2).reinterpretAsBytes();
      ByteVector up2 = before.reinterpretAsInts().lanewise(LSHL, 2).reinterpretAsBytes();
      ByteVector lastDown4 = last.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
      ByteVector lowest6 = up2.lanewise(AND_NOT, two).or(lastDown4.and(two));
      low = low.blend(lowest6.and(six).or(planeUp6.lanewise(AND_NOT, six)), isHigh).compress(ends);
      high =
          high.or(ByteVector.zero(BYTES).blend((byte) 0xDC, isLow))
              .blend(planeDown2.or((byte) 0xD8), isHigh)
              .compress(ends);
      lower
          .selectFrom(low)
          .and(even)
          .or(lower.selectFrom(high).lanewise(AND_NOT, even))
          .reinterpretAsShorts()
          .intoCharArray(dst, d);
      upper
          .selectFrom(low)
          .and(even)
          .or(upper.selectFrom(high).lanewise(AND_NOT, even))
          .reinterpretAsShorts()
          .intoCharArray(dst, d + HALF);
      d += count;
      p += BLOCK;
    }
    return Kernel.progress(p, d);
  }
}
