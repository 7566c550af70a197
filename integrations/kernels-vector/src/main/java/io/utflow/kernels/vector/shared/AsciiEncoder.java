/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shared;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.S2B;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * ASCII chars to bytes by vectors of the machine's preferred width. A block is two vectors of
 * chars: one test of both, by bytes, because a mask of these is a single instruction, and two
 * narrowing stores of half a vector of bytes each. While there is enough text, two blocks are taken
 * at a time.
 *
 * <p>Bounds: a block is entered with two vectors of chars before {@code end} and as many bytes
 * before {@code dend}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class AsciiEncoder {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = Widths.halfOf(ByteVector.SPECIES_PREFERRED);
  private static final int HALF = SHORTS.length();
  private static final int BLOCK = 2 * HALF;
  private static final ShortVector NON_ASCII = ShortVector.broadcast(SHORTS, (short) 0xFF80);

  /** A bit for each byte of a vector. */
  private static final long ALL = -1L >>> Long.SIZE - ByteVector.SPECIES_PREFERRED.length();

  private AsciiEncoder() {}

  /**
   * Encodes ASCII by whole blocks; the last one may overlap the one before it, and then writes the
   * same bytes again. Returns the positions reached.
   */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int count = Math.min(end - pos, dend - dpos);
    int last = count - BLOCK;
    int done = encodeBlocks(src, pos, dst, dpos, count);
    if (done > last && done > 0 && done < count) {
      done = Math.max(done, last + encodeBlocks(src, pos + last, dst, dpos + last, BLOCK));
    }
    return Kernel.progress(pos + done, dpos + done);
  }

  private static int encodeBlocks(char[] src, int pos, byte[] dst, int dpos, int count) {
    int limit = Math.min(pos + count, src.length) - BLOCK;
    int offset = dpos - pos;
    int p;
    int last = limit - BLOCK;
    for (p = pos; p <= last; p += 2 * BLOCK) {
      ShortVector first = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector second = ShortVector.fromCharArray(SHORTS, src, p + HALF);
      ShortVector third = ShortVector.fromCharArray(SHORTS, src, p + 2 * HALF);
      ShortVector fourth = ShortVector.fromCharArray(SHORTS, src, p + 3 * HALF);
      ShortVector all = first.or(second).or(third.or(fourth)).and(NON_ASCII);
      if (all.reinterpretAsBytes().compare(EQ, (byte) 0).toLong() != ALL) {
        break;
      }
      ((ByteVector) first.convertShape(S2B, BYTES, 0)).intoArray(dst, p + offset);
      ((ByteVector) second.convertShape(S2B, BYTES, 0)).intoArray(dst, p + offset + HALF);
      ((ByteVector) third.convertShape(S2B, BYTES, 0)).intoArray(dst, p + offset + 2 * HALF);
      ((ByteVector) fourth.convertShape(S2B, BYTES, 0)).intoArray(dst, p + offset + 3 * HALF);
    }
    while (p <= limit) {
      ShortVector left = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector right = ShortVector.fromCharArray(SHORTS, src, p + HALF);
      ShortVector both = left.or(right).and(NON_ASCII);
      if (both.reinterpretAsBytes().compare(EQ, (byte) 0).toLong() != ALL) {
        break;
      }
      ((ByteVector) left.convertShape(S2B, BYTES, 0)).intoArray(dst, p + offset);
      ((ByteVector) right.convertShape(S2B, BYTES, 0)).intoArray(dst, p + offset + HALF);
      p += BLOCK;
    }
    return p - pos;
  }
}
