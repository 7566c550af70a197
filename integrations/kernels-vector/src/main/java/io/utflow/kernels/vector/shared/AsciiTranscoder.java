/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shared;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.S2B;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * ASCII between UTF-16 bytes and single bytes by vectors of the machine's preferred width, without
 * chars in between: a block is two loads, one test of both, two stores. {@code swapBits} is 8 where
 * the byte order is not the machine's, else 0.
 *
 * <p>Bounds: a block is entered with one vector of single bytes, and as many code units, before the
 * ends of both ranges.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class AsciiTranscoder {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> HALF_BYTES = Widths.halfOf(BYTES);
  private static final int HALF = SHORTS.length();
  private static final int BLOCK = 2 * HALF;
  private static final ShortVector ZERO = ShortVector.broadcast(SHORTS, 0);

  private AsciiTranscoder() {}

  /** UTF-16 to single bytes; returns the numbers of bytes read and written. */
  public static long narrow(
      byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    int count = Math.min(end - pos >> 1, dend - dpos);
    // Of two vectors one test, before their bytes are swapped.
    ShortVector nonAscii = ShortVector.broadcast(SHORTS, (short) (swapBits == 0 ? 0xFF80 : 0x80FF));
    int i = 0;
    while (i <= count - BLOCK) {
      int p = pos + 2 * i;
      ShortVector left = ByteVector.fromArray(BYTES, src, p).reinterpretAsShorts();
      ShortVector right = ByteVector.fromArray(BYTES, src, p + BLOCK).reinterpretAsShorts();
      if (left.or(right).and(nonAscii).compare(NE, ZERO).anyTrue()) {
        break;
      }
      if (swapBits != 0) {
        left = left.lanewise(LSHR, 8);
        right = right.lanewise(LSHR, 8);
      }
      ((ByteVector) left.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, dpos + i);
      ((ByteVector) right.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, dpos + i + HALF);
      i += BLOCK;
    }
    return Kernel.progress(2 * i, i);
  }

  /** Single bytes to UTF-16; returns the numbers of bytes read and written. */
  public static long widen(
      byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    int count = Math.min(end - pos, dend - dpos >> 1);
    int i = 0;
    while (i <= count - BLOCK) {
      ByteVector left = ByteVector.fromArray(HALF_BYTES, src, pos + i);
      ByteVector right = ByteVector.fromArray(HALF_BYTES, src, pos + i + HALF);
      if (left.or(right).compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      ShortVector first = (ShortVector) left.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector second = (ShortVector) right.convertShape(ZERO_EXTEND_B2S, SHORTS, 0);
      if (swapBits != 0) {
        first = first.lanewise(LSHL, swapBits);
        second = second.lanewise(LSHL, swapBits);
      }
      first.reinterpretAsBytes().intoArray(dst, dpos + 2 * i);
      second.reinterpretAsBytes().intoArray(dst, dpos + 2 * i + BLOCK);
      i += BLOCK;
    }
    return Kernel.progress(i, 2 * i);
  }
}
