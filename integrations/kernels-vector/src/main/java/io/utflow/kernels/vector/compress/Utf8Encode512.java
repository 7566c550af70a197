/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.HALF_BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.S2B;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-16 to UTF-8, by four loops: this one for ASCII, {@link Utf8EncodeTwo512} for all below
 * U+10000, {@link Utf8EncodeThree512} for the same with many three-byte characters among shorter
 * ones, and {@link Utf8EncodeFour512} for text with surrogates. A block is 32 code units.
 *
 * <p>A change of loops is a branch that no processor predicts, and costs more than some blocks in
 * the slower loop. Therefore after a short run of ASCII the loops for longer characters also take
 * ASCII for {@link #STAY} code units, and after two such runs for more. After a long run they
 * return to the ASCII loop at once.
 *
 * <p>One method holds what happens at a change, and the loops, which run for each block, are in
 * methods of their own: with all in one method C2 keeps arrays and positions in vector registers.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and {@value #ROOM} bytes
 * before {@code dend}, enough for every loop; two of ASCII with twice the units. The units after
 * the last block are taken by one that overlaps it.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Encode512 {
  /** The bytes that a block may write, counted or not. */
  static final int ROOM = 128;

  private static final int UNITS = Utf8Kernel512.UNITS;

  /** A run of ASCII below four blocks is short (see docs/performance-log.md). */
  private static final int SHORT = 4 * UNITS;

  /** The code units that are taken as mixed text after a short run. */
  private static final int STAY = 32 * UNITS;

  /** The same after two or more of them. */
  private static final int LONGEST_STAY = 128 * UNITS;

  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;

  private Utf8Encode512() {}

  /**
   * Encodes up to an unpaired surrogate or a run of pairs, or to the end; returns the positions
   * reached.
   */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    long blocks = encodeBlocks(src, pos, end, dst, dpos, dend);
    int p = Kernel.read(blocks);
    int d = Kernel.written(blocks);
    if (p == pos || p == end || p <= end - UNITS) {
      return blocks;
    }
    int before = UNITS - (end - p);
    ShortVector units = ShortVector.fromCharArray(SHORTS, src, end - UNITS);
    if (end - p > dend - d || units.compare(UGE, FIRST_OF_TWO).anyTrue()) {
      return Utf8EncodeFour512.encode(src, end - UNITS, before, end, dst, d, dend);
    }
    ((ByteVector) units.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, d - before);
    return Kernel.progress(end, d + end - p);
  }

  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int stay = 0;
    // With the lengths of the arrays C2 knows that p and d cannot overflow.
    int limit = Math.min(end, src.length) - (2 * UNITS - 1);
    int room = Math.min(dend, dst.length) - (ROOM - 1);
    while (p <= end - UNITS && d < room) {
      int from = p;
      while (p < limit && d < room) {
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
      if (p > end - UNITS || d >= room) {
        break;
      }
      // Without a branch: 0 behind a run that was not short.
      int before = stay;
      stay = p - from - SHORT >> 31 & Math.min(4 * stay + STAY, LONGEST_STAY);
      boolean threes = (before & stay) != 0 && hasThree(src, p);
      // Which of the two blocks held more than ASCII is not asked: that was another branch.
      int until = p + 2 * UNITS + stay;
      long mixed = threes ? 0 : Utf8EncodeTwo512.encode(src, p, until, end, dst, d, dend);
      if (threes || Kernel.read(mixed) == p) {
        mixed = Utf8EncodeThree512.encode(src, p, end, dst, d, dend);
        if (Kernel.read(mixed) == p) {
          break;
        }
      }
      p = Kernel.read(mixed);
      d = Kernel.written(mixed);
    }
    return Kernel.progress(p, d);
  }

  private static boolean hasThree(char[] src, int p) {
    return ShortVector.fromCharArray(SHORTS, src, p).compare(UGE, FIRST_OF_THREE).anyTrue();
  }
}
