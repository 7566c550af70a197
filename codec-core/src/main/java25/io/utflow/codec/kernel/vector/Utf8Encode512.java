/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.S2B;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 to UTF-8, by four loops: this one for ASCII, {@link Utf8EncodeTwo512}, {@link
 * Utf8EncodeThree512} and {@link Utf8EncodeFour512} for what has characters of so many bytes. A
 * block is 32 code units. Each loop also takes blocks of fewer bytes a character as long as enough
 * of the last blocks were of its own kind: a change of loops is a branch that no processor
 * predicts, and costs more than some blocks in the slower loop. Where they are rare, a change back
 * to the faster loop at once costs less.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and {@value #ROOM} bytes
 * before {@code dend}, enough for every loop. The units behind the last block are taken by one that
 * overlaps it.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Encode512 {
  /** The bytes that a block may write, counted or not. */
  static final int ROOM = 128;

  private static final int UNITS = Utf8Kernel512.UNITS;

  /**
   * If so many of the last 32 blocks hold more than ASCII, all are taken as if they did (see
   * docs/performance-log.md).
   */
  static final int FEW = 4;

  /** A history of blocks, a bit for each, of which all hold more than ASCII. */
  static final int MIXED = -1;

  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short LOWER_HALF = 0xFF;

  private Utf8Encode512() {}

  /**
   * Encodes up to an unpaired surrogate or a run of pairs, or to the end; returns the positions
   * reached.
   */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    long blocks = encodeBlocks(src, pos, end, dst, dpos, dend);
    int p = Kernel.read(blocks);
    if (p == pos || p == end || p <= end - UNITS) {
      return blocks;
    }
    int before = UNITS - (end - p);
    return Utf8EncodeFour512.encode(
        src, end - UNITS, before, end, dst, Kernel.written(blocks), dend);
  }

  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int history = 0;
    int endOfTwo = -1;
    int endOfThree = -1;
    while (p <= end - UNITS && d <= dend - ROOM) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      VectorMask<Short> nonAscii = units.compare(UGE, FIRST_OF_TWO);
      long twos = nonAscii.toLong();
      if (twos == 0) {
        ((ByteVector) units.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, d);
        int from = p;
        p += UNITS;
        d += UNITS;
        while (p <= end - 2 * UNITS && d <= dend - ROOM) {
          ShortVector left = ShortVector.fromCharArray(SHORTS, src, p);
          ShortVector right = ShortVector.fromCharArray(SHORTS, src, p + UNITS);
          if (left.or(right).compare(UGE, FIRST_OF_TWO).anyTrue()) {
            break;
          }
          ((ByteVector) left.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, d);
          ((ByteVector) right.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, d + UNITS);
          p += 2 * UNITS;
          d += 2 * UNITS;
        }
        history = (int) ((long) history << Math.min((p - from) / UNITS, Integer.SIZE));
        continue;
      }
      if (units.compare(UGE, FIRST_OF_THREE).anyTrue()) {
        if (p == endOfThree) {
          break;
        }
        // The loop for two ended for this block: its kind of text may go on behind it.
        history = p == endOfTwo ? MIXED : history;
        long threes = Utf8EncodeThree512.encode(src, p, end, dst, d, dend);
        p = Kernel.read(threes);
        d = Kernel.written(threes);
        endOfThree = p;
        continue;
      }
      history = history << 1 | 1;
      if (Integer.bitCount(history) >= FEW) {
        long mixed = Utf8EncodeTwo512.encode(src, p, end, dst, d, dend);
        p = Kernel.read(mixed);
        d = Kernel.written(mixed);
        endOfTwo = p;
        history = 0;
        continue;
      }
      IntVector pairs = units.reinterpretAsInts();
      IntVector leads = pairs.lanewise(LSHR, 6).and(0x1F001F);
      IntVector two = leads.or(pairs.lanewise(LSHL, 8).and(0x3F003F00).or(0x80C080C0));
      ShortVector sequences = units.blend(two.reinterpretAsShorts(), nonAscii);
      VectorMask<Byte> used = sequences.or(LOWER_HALF).reinterpretAsBytes().compare(NE, (byte) 0);
      sequences.reinterpretAsBytes().compress(used).intoArray(dst, d);
      d += UNITS + Long.bitCount(twos);
      p += UNITS;
    }
    return Kernel.progress(p, d);
  }
}
