/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shared;

import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * ASCII bytes to chars by vectors of the machine's preferred width. A block is one vector of bytes,
 * loaded as two halves: one test of the sign bits of both, and two zero-extending stores. While
 * there is enough text, two blocks are taken at a time.
 *
 * <p>Bounds: a block is entered with one vector of bytes before {@code end} and as many chars
 * before {@code dend}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class AsciiDecoder {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = Widths.halfOf(ByteVector.SPECIES_PREFERRED);
  private static final int HALF = SHORTS.length();
  private static final int BLOCK = 2 * HALF;

  private AsciiDecoder() {}

  /**
   * Decodes ASCII by whole blocks; the last one may overlap the one before it, and then writes the
   * same chars again. Returns the positions reached.
   */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int count = Math.min(end - pos, dend - dpos);
    int last = count - BLOCK;
    int done = decodeBlocks(src, pos, dst, dpos, count);
    if (done > last && done > 0 && done < count) {
      done = Math.max(done, last + decodeBlocks(src, pos + last, dst, dpos + last, BLOCK));
    }
    return Kernel.progress(pos + done, dpos + done);
  }

  private static int decodeBlocks(byte[] src, int pos, char[] dst, int dpos, int count) {
    int i = 0;
    while (i <= count - 2 * BLOCK) {
      ByteVector first = ByteVector.fromArray(BYTES, src, pos + i);
      ByteVector second = ByteVector.fromArray(BYTES, src, pos + i + HALF);
      ByteVector third = ByteVector.fromArray(BYTES, src, pos + i + 2 * HALF);
      ByteVector fourth = ByteVector.fromArray(BYTES, src, pos + i + 3 * HALF);
      if (first.or(second).or(third.or(fourth)).compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      ((ShortVector) first.convertShape(ZERO_EXTEND_B2S, SHORTS, 0)).intoCharArray(dst, dpos + i);
      ((ShortVector) second.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, dpos + i + HALF);
      ((ShortVector) third.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, dpos + i + 2 * HALF);
      ((ShortVector) fourth.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, dpos + i + 3 * HALF);
      i += 2 * BLOCK;
    }
    while (i <= count - BLOCK) {
      ByteVector left = ByteVector.fromArray(BYTES, src, pos + i);
      ByteVector right = ByteVector.fromArray(BYTES, src, pos + i + HALF);
      if (left.or(right).compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      ((ShortVector) left.convertShape(ZERO_EXTEND_B2S, SHORTS, 0)).intoCharArray(dst, dpos + i);
      ((ShortVector) right.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, dpos + i + HALF);
      i += BLOCK;
    }
    return i;
  }
}
