package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.INTS;
import static io.utflow.codec.kernel.vector.Lanes512.X90;
import static io.utflow.codec.kernel.vector.Lanes512.XA0;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XC2;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XED;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.XF4;
import static io.utflow.codec.kernel.vector.Lanes512.XF5;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-8 of one to four bytes to UTF-16, in the way of {@link Utf8Two512}: a block is the characters
 * that begin in 64 bytes. If all of them have four bytes they become surrogate pairs in lanes of 32
 * bits, else {@link Utf8Mixed512} writes them. A block without any ends the loop.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, all of which may be read, and
 * 64 chars before {@code dend}: at most 16 pairs are written, or by masks.
 */
final class Utf8Four512 {
  /** F0, 80, 80 and 80, the marks of the four bytes, shifted like them. */
  static final IntVector MARKS = Lanes512.ints(0x3C82080);

  static final IntVector LOW_TEN_BITS = Lanes512.ints(0x3FF);
  static final IntVector FIRST_LOW_SURROGATE = Lanes512.ints(0xDC00);

  /** The first high surrogate, less the 10000 that a pair does not say, shifted by ten. */
  static final IntVector HIGH_SURROGATE_BASE = Lanes512.ints(0xD7C0);

  private Utf8Four512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long owed = 0;
    while (p <= end - Utf8Decoder512.WINDOW && d <= dend - Utf8Decoder512.BLOCK) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
      ByteVector b3 = ByteVector.fromArray(BYTES, src, p + 3);
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = b0.compare(LT, ZERO).toLong() & ~trailing;
      long three = b0.compare(UGE, XE0).toLong();
      long four = b0.compare(UGE, XF0).toLong();
      long below90 = b1.compare(LT, X90).toLong();
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | three & ~b2.compare(LT, XC0).toLong()
              | four & ~b3.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | three << 2 | four << 3 | owed)
              | b0.compare(EQ, XF0).toLong() & below90
              | b0.compare(EQ, XF4).toLong() & ~below90
              | b0.compare(UGE, XF5).toLong();
      if (errors != 0 || four == 0 || three != four && hasIllFormedThree(src, p)) {
        break;
      }
      owed = lead >>> 63 | three >>> 62 | four >>> 61;
      d =
          ~trailing == four
              ? write(src, p, four, dst, d)
              : Utf8Mixed512.write(src, p, Utf8Decoder512.WINDOW, ~trailing, dst, d);
      p += Utf8Decoder512.BLOCK;
    }
    return Kernel.progress(p + Long.bitCount(owed), d);
  }

  /** Whether an overlong form or a surrogate of three bytes begins in the block. */
  private static boolean hasIllFormedThree(byte[] src, int p) {
    ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
    long belowA0 = ByteVector.fromArray(BYTES, src, p + 1).compare(LT, XA0).toLong();
    long overlong = b0.compare(EQ, XE0).toLong() & belowA0;
    long surrogate = b0.compare(EQ, XED).toLong() & ~belowA0;
    return (overlong | surrogate) != 0;
  }

  /** Writes characters of four bytes, at most sixteen; returns the position behind. */
  private static int write(byte[] src, int p, long starts, char[] dst, int d) {
    VectorMask<Byte> mask = VectorMask.fromLong(BYTES, starts);
    ByteVector c0 = ByteVector.fromArray(BYTES, src, p).compress(mask);
    ByteVector c1 = ByteVector.fromArray(BYTES, src, p + 1).compress(mask);
    ByteVector c2 = ByteVector.fromArray(BYTES, src, p + 2).compress(mask);
    ByteVector c3 = ByteVector.fromArray(BYTES, src, p + 3).compress(mask);
    IntVector scalars =
        ((IntVector) c0.convertShape(ZERO_EXTEND_B2I, INTS, 0))
            .lanewise(LSHL, 6)
            .add((IntVector) c1.convertShape(ZERO_EXTEND_B2I, INTS, 0))
            .lanewise(LSHL, 6)
            .add((IntVector) c2.convertShape(ZERO_EXTEND_B2I, INTS, 0))
            .lanewise(LSHL, 6)
            .add((IntVector) c3.convertShape(ZERO_EXTEND_B2I, INTS, 0))
            .sub(MARKS);
    IntVector low = scalars.and(LOW_TEN_BITS).or(FIRST_LOW_SURROGATE);
    scalars
        .lanewise(LSHR, 10)
        .add(HIGH_SURROGATE_BASE)
        .or(low.lanewise(LSHL, 16))
        .reinterpretAsShorts()
        .intoCharArray(dst, d);
    return d + 2 * Long.bitCount(starts);
  }
}
