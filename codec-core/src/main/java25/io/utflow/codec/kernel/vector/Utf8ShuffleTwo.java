/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-8 of one and two bytes to UTF-16, for machines that cannot compress bytes.
 *
 * <p>A block is the characters that begin in one vector of bytes: lane i of {@code b0} is the byte
 * at i, of {@code b1} the byte after it. Masks show whether the block is well-formed. If so, for
 * each eight bytes a table ({@link Shuffles#PAIRS}) gathers the bytes of the characters that begin
 * in them, and these are composed. They are composed by shifts of 32-bit lanes and by products,
 * because C2 has no shift of 16-bit lanes by a constant; and within the loop's own methods, because
 * a vector that is handed to a method which C2 does not inline is allocated. {@code expected} marks
 * the continuation byte with which the block must begin if the block before ends with a lead byte.
 * A block with an error, with a longer sequence or with nothing but ASCII ends the loop unread.
 *
 * <p>Bounds: a block is entered with {@link Utf8ShuffleKernel#WINDOW} bytes before {@code end} (the
 * last eight are loaded with the eight after them) and a vector of chars before {@code dend} (each
 * eight bytes become at most eight chars and write eight).
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleTwo {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> SIXTEEN = ByteVector.SPECIES_128;
  private static final int LANES = BYTES.length();
  private static final long ALL = -1L >>> -LANES;

  private static final ByteVector X00 = ByteVector.broadcast(BYTES, 0);
  private static final ByteVector XC0 = ByteVector.broadcast(BYTES, (byte) 0xC0);
  private static final ByteVector XC2 = ByteVector.broadcast(BYTES, (byte) 0xC2);
  private static final ByteVector XDF = ByteVector.broadcast(BYTES, (byte) 0xDF);

  private static final ShortVector LOWER_BYTE = shorts(0xFF);
  private static final ShortVector SIX_BITS = shorts(1 << 6);
  private static final ShortVector ASCII = shorts(0x7F);

  /** The fixed bits C0 and 80 of the two bytes, shifted as the bytes are. */
  private static final ShortVector MARKS = shorts(0x3080);

  private Utf8ShuffleTwo() {}

  private static ShortVector shorts(int value) {
    return ShortVector.broadcast(ShortVector.SPECIES_128, (short) value);
  }

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long expected = 0;
    while (p <= end - Utf8ShuffleKernel.WINDOW && d <= dend - LANES) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      long nonAscii = b0.compare(LT, X00).toLong();
      // 80..C1. C0 and C1 may be among them: in b1, where they must follow a lead byte, they fail.
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = nonAscii & ~trailing;
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | expected) & ALL
              | b0.compare(GT, XDF).toLong() & nonAscii;
      if (errors != 0 || nonAscii == 0) {
        break;
      }
      expected = lead >>> LANES - 1;
      long starts = ~trailing & ALL;
      for (int i = 0; i < LANES; i += 8) {
        d = write(src, p + i, (int) (starts >>> i) & 0xFF, dst, d);
      }
      p += LANES;
    }
    return Kernel.progress(p + (int) expected, d);
  }

  /** Writes the characters that begin at {@code starts} in 8 bytes; returns the position after. */
  private static int write(byte[] src, int p, int starts, char[] dst, int d) {
    ByteVector indexes = ByteVector.fromArray(SIXTEEN, Shuffles.PAIRS, Shuffles.ENTRY * starts);
    ByteVector gathered = indexes.selectFrom(ByteVector.fromArray(SIXTEEN, src, p));
    ShortVector first = gathered.reinterpretAsShorts().and(LOWER_BYTE);
    ShortVector second =
        gathered.reinterpretAsInts().lanewise(LSHR, 8).reinterpretAsShorts().and(LOWER_BYTE);
    ShortVector two = first.mul(SIX_BITS).add(second).sub(MARKS);
    first.blend(two, first.compare(GT, ASCII)).intoCharArray(dst, d);
    return d + Integer.bitCount(starts);
  }
}
