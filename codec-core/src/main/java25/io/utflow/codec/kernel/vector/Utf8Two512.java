/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XC2;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
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
 * UTF-8 of one and two bytes to UTF-16.
 *
 * <p>A block is the characters that begin in 64 bytes: lane i of {@code b0} is the byte at i, of
 * {@code b1} the byte after it. Masks show whether the block is well-formed. If so, in each half of
 * it a char is composed in every lane, and the lanes where a character begins are compressed to the
 * front. {@code expected} marks the continuation byte with which the block must begin if the block
 * before ends with a lead byte. A block with an error or with a longer sequence, and a run of
 * ASCII, end the loop; short runs are taken in passing, for to leave a loop costs more.
 *
 * <p>Bounds: a block is entered with 64 + 3 bytes before {@code end}, of which 65 are read, and 64
 * chars before {@code dend}: each half becomes at most 32 chars and writes 32.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Two512 {
  private static final ShortVector LEAD = Lanes512.shorts(0x80);

  /** The fixed bits C0 and 80 of the two bytes, shifted as the bytes are. */
  private static final ShortVector MARKS = Lanes512.shorts(0x3080);

  private static final long LEFT = 0xFFFFFFFFL;

  /** A bit for each of the blocks before; if none holds anything but ASCII, that is a run of it. */
  private static final long RUN = 0xFF;

  private Utf8Two512() {}

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long expected = 0;
    long history = 1;
    while (p <= end - Utf8Kernel512.WINDOW && d <= dend - Utf8Kernel512.BLOCK) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      long nonAscii = b0.compare(LT, ZERO).toLong();
      // 80..C1. C0 and C1 may be among them: in b1, where they must follow a lead byte, they fail.
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = nonAscii & ~trailing;
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | expected)
              | b0.compare(UGE, XE0).toLong();
      // Without a branch, for in text of few accents none is predicted.
      history = history << 1 | (nonAscii | -nonAscii) >>> 63;
      if (errors != 0 || (history & RUN) == 0) {
        break;
      }
      expected = lead >>> 63;
      d = write(src, p, ~trailing & LEFT, dst, d);
      d = write(src, p + 32, ~trailing >>> 32, dst, d);
      p += Utf8Kernel512.BLOCK;
    }
    return Kernel.progress(p + (int) expected, d);
  }

  /**
   * Writes the characters that begin at {@code starts} in 32 bytes; returns the position after
   * them.
   */
  private static int write(byte[] src, int p, long starts, char[] dst, int d) {
    ShortVector first =
        (ShortVector)
            ByteVector.fromArray(HALF_BYTES, src, p).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector second =
        (ShortVector)
            ByteVector.fromArray(HALF_BYTES, src, p + 1).convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
    ShortVector two = first.lanewise(LSHL, 6).add(second).sub(MARKS);
    first
        .blend(two, first.compare(GE, LEAD))
        .compress(VectorMask.fromLong(SHORTS, starts))
        .intoCharArray(dst, d);
    return d + Long.bitCount(starts);
  }
}
