package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
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
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 of one to four bytes to UTF-16, in the way of {@link Utf8Two512}: a block is the characters
 * that begin in 64 bytes, and {@link Utf8Mixed512} writes them. A block without any of four bytes
 * ends the loop.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, all of which are read, and
 * with the room of {@link Utf8Mixed512}.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class Utf8Four512 {
  private Utf8Four512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long owed = 0;
    while (p <= end - Utf8Kernel512.WINDOW && d <= dend - Utf8Mixed512.ROOM) {
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
      d = Utf8Mixed512.write(src, p, ~trailing, dst, d);
      p += Utf8Kernel512.BLOCK;
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
}
