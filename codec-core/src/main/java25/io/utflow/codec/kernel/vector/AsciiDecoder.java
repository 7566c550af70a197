package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * ASCII to UTF-16 by vectors of the machine's own width: per block two loads of half a vector of
 * bytes, one test of the sign bits of both, and two zero-extending stores.
 *
 * <p>Bounds: a block is entered with as many bytes before {@code end} and chars before {@code dend}
 * as it has, one vector of bytes.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class AsciiDecoder {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = Widths.halfOf(ByteVector.SPECIES_PREFERRED);
  private static final int HALF = SHORTS.length();

  private AsciiDecoder() {}

  /** Decodes whole blocks of ASCII; returns the positions reached. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int last = pos + Math.min(end - pos, dend - dpos) - 2 * HALF;
    int shift = dpos - pos;
    int p = pos;
    while (p <= last) {
      ByteVector left = ByteVector.fromArray(BYTES, src, p);
      ByteVector right = ByteVector.fromArray(BYTES, src, p + HALF);
      if (left.or(right).compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      ((ShortVector) left.convertShape(ZERO_EXTEND_B2S, SHORTS, 0)).intoCharArray(dst, p + shift);
      ((ShortVector) right.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, p + shift + HALF);
      p += 2 * HALF;
    }
    return Kernel.progress(p, p + shift);
  }
}
