/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 below U+0800 to UTF-8. A block is 32 code units: each becomes two bytes in its lane, the
 * lead byte in the lower half; then the upper halves of ASCII lanes, which are zero, are squeezed
 * out. A longer character and a run of ASCII end the loop. A single longer one in a block, as an
 * arrow in source code, is encoded with what is before it, and the loop goes on behind it: other
 * loops for one character cost more. That is not done within the loop, for a loop with steps of one
 * length is compiled to faster code.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and 64 bytes before {@code
 * dend}, all of which are written; with a longer character in it 65, for at most 62 that count and
 * its three.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeTwo512 {
  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short SIX_BITS = 0x3F;
  private static final short MARKS = (short) 0x80C0;
  private static final short LOWER_HALF = 0xFF;

  /**
   * A bit for each of the last 32 blocks; if none holds anything but ASCII, that is a run of it.
   */
  private static final long RUN = 0xFFFFFFFFL;

  private Utf8EncodeTwo512() {}

  /** Encodes until another loop is better; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    long reached = Kernel.progress(pos, dpos);
    long blocks;
    do {
      blocks = encodeBlocks(src, Kernel.read(reached), end, dst, Kernel.written(reached), dend);
      reached = encodeSingle(src, Kernel.read(blocks), end, dst, Kernel.written(blocks), dend);
    } while (reached != blocks);
    return reached;
  }

  /** Encodes whole blocks; returns the positions reached. */
  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long history = 1;
    while (p <= end - Utf8Kernel512.UNITS && d <= dend - 2 * Utf8Kernel512.UNITS) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      VectorMask<Short> nonAscii = units.compare(GE, FIRST_OF_TWO);
      long twos = nonAscii.toLong();
      // Without a branch, for in text of few accents none is predicted.
      history = history << 1 | (twos | -twos) >>> 63;
      if ((history & RUN) == 0 || units.compare(UGE, FIRST_OF_THREE).toLong() != 0) {
        break;
      }
      ShortVector lead = units.lanewise(LSHR, 6);
      ShortVector last = units.and(SIX_BITS).lanewise(LSHL, 8);
      ShortVector sequences = units.blend(lead.or(last).or(MARKS), nonAscii);
      // Every lower half, also of U+0000, and the upper halves in use.
      VectorMask<Byte> used = sequences.or(LOWER_HALF).reinterpretAsBytes().compare(NE, (byte) 0);
      ByteVector bytes = sequences.reinterpretAsBytes().compress(used);
      bytes.intoArray(dst, d);
      d += Utf8Kernel512.UNITS + Long.bitCount(twos);
      p += Utf8Kernel512.UNITS;
    }
    return Kernel.progress(p, d);
  }

  /** Whether a block with these longer characters has one only, and that is no surrogate. */
  static boolean isSingle(char[] src, int p, long longer) {
    boolean single = longer != 0 && (longer & longer - 1) == 0;
    return single && !Character.isSurrogate(src[p + Long.numberOfTrailingZeros(longer)]);
  }

  /** Encodes a block up to the single longer character in it, and that, if there is one. */
  private static long encodeSingle(char[] src, int p, int end, byte[] dst, int dpos, int dend) {
    int d = dpos;
    if (p > end - Utf8Kernel512.UNITS || d >= dend - 2 * Utf8Kernel512.UNITS) {
      return Kernel.progress(p, d);
    }
    ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
    long longer = units.compare(UGE, FIRST_OF_THREE).toLong();
    if (!isSingle(src, p, longer)) {
      return Kernel.progress(p, d);
    }
    VectorMask<Short> nonAscii = units.compare(GE, FIRST_OF_TWO);
    ShortVector lead = units.lanewise(LSHR, 6);
    ShortVector last = units.and(SIX_BITS).lanewise(LSHL, 8);
    ShortVector sequences = units.blend(lead.or(last).or(MARKS), nonAscii);
    VectorMask<Byte> used = sequences.or(LOWER_HALF).reinterpretAsBytes().compare(NE, (byte) 0);
    sequences.reinterpretAsBytes().compress(used).intoArray(dst, d);
    int before = Long.numberOfTrailingZeros(longer);
    d += before + Long.bitCount(nonAscii.toLong() & longer - 1);
    char unit = src[p + before];
    dst[d] = (byte) (0xE0 | unit >> 12);
    dst[d + 1] = (byte) (0x80 | unit >> 6 & 0x3F);
    dst[d + 2] = (byte) (0x80 | unit & 0x3F);
    return Kernel.progress(p + before + 1, d + 3);
  }
}
