/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
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
 * Characters below U+0800 from UTF-16 bytes to UTF-8, without chars in between: the blocks of
 * {@link Utf8EncodeTwo512}, loaded as bytes. {@code swapBits} is 8 where the byte order is not the
 * machine's, else 0. What has more than single longer characters goes through chars, for the loops
 * of {@link Utf8Encode512} know better which of them is to take it.
 *
 * <p>Bounds: see {@link #narrow}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class TwoByteTranscoder512 {
  private static final int UNITS = Utf8Kernel512.UNITS;
  private static final int BLOCK = Utf8Kernel512.BLOCK;
  private static final long LOWER_HALVES = 0x5555_5555_5555_5555L;

  /** The fixed bits C0 and 80 of the two bytes, as they are stored. */
  private static final short MARKS = (short) 0x80C0;

  /**
   * A bit for each of the last 32 blocks; if none holds anything but ASCII, that is a run of it.
   */
  private static final long RUN = 0xFFFFFFFFL;

  private TwoByteTranscoder512() {}

  /**
   * From UTF-16. Bounds: a block is entered with 64 bytes before both ends; it reads all of them
   * and writes 64. A longer character ends the loop; a single one in a block is taken in passing,
   * with 65 bytes before {@code dend}, of which at most 62 and its three count.
   */
  static long narrow(byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    int p = pos;
    int d = dpos;
    long single;
    do {
      long blocks = narrowBlocks(src, p, end, dst, d, dend, swapBits);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
      single = narrowSingle(src, p, end, dst, d, dend, swapBits);
      p += Kernel.read(single);
      d += Kernel.written(single);
    } while (single != 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  private static long narrowBlocks(
      byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    int p = pos;
    int d = dpos;
    long history = 1;
    while (p <= end - BLOCK && d <= dend - BLOCK) {
      ShortVector units = ByteVector.fromArray(BYTES, src, p).reinterpretAsShorts();
      if (swapBits != 0) {
        units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      VectorMask<Short> nonAscii = units.compare(GE, (short) 0x80);
      long twos = nonAscii.toLong();
      history = history << 1 | (twos | -twos) >>> 63;
      if ((history & RUN) == 0 || units.compare(UGE, (short) 0x800).toLong() != 0) {
        return Kernel.progress(p - pos, d - dpos);
      }
      ShortVector second = units.and((short) 0x3F).lanewise(LSHL, 8);
      ShortVector two = units.lanewise(LSHR, 6).or(second).or(MARKS);
      ShortVector sequences = units.blend(two, nonAscii);
      VectorMask<Byte> used = sequences.or((short) 0xFF).reinterpretAsBytes().compare(NE, (byte) 0);
      sequences.reinterpretAsBytes().compress(used).intoArray(dst, d);
      d += UNITS + Long.bitCount(twos);
      p += BLOCK;
    }
    if (p > pos && p < end - 1 && d <= dend - BLOCK) {
      long tail = last(src, p, end, dst, d, swapBits);
      p += Kernel.read(tail);
      d += Kernel.written(tail);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /**
   * Converts a block up to the only character above U+07FF in it, and that, if there is one and it
   * is no surrogate.
   */
  private static long narrowSingle(
      byte[] src, int p, int end, byte[] dst, int dpos, int dend, int swapBits) {
    if (p > end - BLOCK || dpos >= dend - BLOCK) {
      return 0;
    }
    ShortVector units = ByteVector.fromArray(BYTES, src, p).reinterpretAsShorts();
    if (swapBits != 0) {
      units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
    }
    VectorMask<Short> longer = units.compare(UGE, (short) 0x800);
    char unit = (char) units.compress(longer).lane(0);
    if (longer.trueCount() != 1 || Character.isSurrogate(unit)) {
      return 0;
    }
    VectorMask<Short> nonAscii = units.compare(GE, (short) 0x80);
    ShortVector second = units.and((short) 0x3F).lanewise(LSHL, 8);
    ShortVector two = units.lanewise(LSHR, 6).or(second).or(MARKS);
    ShortVector sequences = units.blend(two, nonAscii);
    VectorMask<Byte> used = sequences.or((short) 0xFF).reinterpretAsBytes().compare(NE, (byte) 0);
    sequences.reinterpretAsBytes().compress(used).intoArray(dst, dpos);
    int before = longer.firstTrue();
    int d = dpos + before + Long.bitCount(nonAscii.toLong() & (1L << before) - 1);
    dst[d] = (byte) (0xE0 | unit >> 12);
    dst[d + 1] = (byte) (0x80 | unit >> 6 & 0x3F);
    dst[d + 2] = (byte) (0x80 | unit & 0x3F);
    return Kernel.progress(2 * before + 2, d + 3 - dpos);
  }

  /**
   * Converts what is shorter than a block before {@code end}, by a block that overlaps the one
   * before and leaves out what that wrote. It begins within the range, because a whole block has
   * been taken. If the number of bytes is odd, the last is left.
   */
  private static long last(byte[] src, int p, int end, byte[] dst, int d, int swapBits) {
    int at = p + (end - p & -2) - BLOCK;
    ShortVector units = ByteVector.fromArray(BYTES, src, at).reinterpretAsShorts();
    if (swapBits != 0) {
      units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
    }
    VectorMask<Short> nonAscii = units.compare(GE, (short) 0x80);
    if (units.compare(UGE, (short) 0x800).toLong() != 0) {
      return 0;
    }
    ShortVector second = units.and((short) 0x3F).lanewise(LSHL, 8);
    ShortVector two = units.lanewise(LSHR, 6).or(second).or(MARKS);
    ByteVector sequences = units.blend(two, nonAscii).reinterpretAsBytes();
    long used = (LOWER_HALVES | Long.expand(nonAscii.toLong(), ~LOWER_HALVES)) & -1L << p - at;
    sequences.compress(VectorMask.fromLong(BYTES, used)).intoArray(dst, d);
    return Kernel.progress(at + BLOCK - p, Long.bitCount(used));
  }
}
