/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.XA0;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XC2;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XED;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static io.utflow.codec.kernel.vector.Lanes512.without;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-8 of one to three bytes to UTF-16, by the same masks as {@link Utf8Two512}: a block is the
 * characters that begin in 64 bytes; {@code expected} marks the continuation bytes with which the
 * block must begin to complete the last sequence of the block before. The bytes are compressed
 * before they are composed, because 64 bytes of such text are only about 21 chars.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, of which 66 are read, and 64
 * chars before {@code dend}: 32 are written, and if there are more than 32, 32 more after them.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Three512 {
  private static final ShortVector LEAD_OF_TWO = Lanes512.shorts(0x80);
  private static final ShortVector LEAD_OF_THREE = Lanes512.shorts(0xE0);

  /** The fixed bits of the bytes, shifted as the bytes are: C0 and 80; E0, 80 and 80. */
  private static final ShortVector MARKS_OF_TWO = Lanes512.shorts(0x3080);

  private static final ShortVector MARKS_OF_THREE = Lanes512.shorts(0xE2080);

  private Utf8Three512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long expected = 0;
    while (p <= end - Utf8Kernel512.WINDOW && d <= dend - Utf8Kernel512.BLOCK) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
      long nonAscii = b0.compare(LT, ZERO).toLong();
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = nonAscii & ~trailing;
      long three = b0.compare(UGE, XE0).toLong();
      long belowA0 = b1.compare(LT, XA0).toLong();
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | three & ~b2.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | three << 2 | expected)
              | b0.compare(EQ, XE0).toLong() & belowA0
              | b0.compare(EQ, XED).toLong() & ~belowA0
              | b0.compare(UGE, XF0).toLong();
      if (errors != 0 || nonAscii == 0) {
        break;
      }
      expected = lead >>> 63 | three >>> 62;
      write(src, p, ~trailing, dst, d);
      int count = Long.bitCount(~trailing);
      if (count > 32) {
        write(src, p, without(~trailing, 32), dst, d + 32);
      }
      d += count;
      p += Utf8Kernel512.BLOCK;
    }
    return Kernel.progress(p + Long.bitCount(expected), d);
  }

  /** Writes the first 32 of the characters that begin at {@code starts}. */
  private static void write(byte[] src, int p, long starts, char[] dst, int d) {
    VectorMask<Byte> mask = VectorMask.fromLong(BYTES, starts);
    ByteVector c0 = ByteVector.fromArray(BYTES, src, p).compress(mask);
    ByteVector c1 = ByteVector.fromArray(BYTES, src, p + 1).compress(mask);
    ByteVector c2 = ByteVector.fromArray(BYTES, src, p + 2).compress(mask);
    ShortVector first = (ShortVector) c0.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector second = (ShortVector) c1.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector third = (ShortVector) c2.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector two = first.lanewise(LSHL, 6).add(second);
    ShortVector three = two.lanewise(LSHL, 6).add(third);
    first
        .blend(two.sub(MARKS_OF_TWO), first.compare(GE, LEAD_OF_TWO))
        .blend(three.sub(MARKS_OF_THREE), first.compare(GE, LEAD_OF_THREE))
        .intoCharArray(dst, d);
  }
}
