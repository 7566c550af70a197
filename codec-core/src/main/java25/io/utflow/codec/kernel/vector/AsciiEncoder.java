package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.S2B;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * ASCII from UTF-16 by vectors of the machine's own width: per block two loads, one test of both,
 * and two narrowing stores of half a vector of bytes.
 *
 * <p>Bounds: a block is entered with as many code units before {@code end} and bytes before {@code
 * dend} as it has, one vector of bytes.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class AsciiEncoder {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = Widths.halfOf(ByteVector.SPECIES_PREFERRED);
  private static final int HALF = SHORTS.length();

  private AsciiEncoder() {}

  /** Encodes whole blocks of ASCII; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int last = pos + Math.min(end - pos, dend - dpos) - 2 * HALF;
    int shift = dpos - pos;
    int p = pos;
    while (p <= last - 2 * HALF) {
      ShortVector first = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector second = ShortVector.fromCharArray(SHORTS, src, p + HALF);
      ShortVector third = ShortVector.fromCharArray(SHORTS, src, p + 2 * HALF);
      ShortVector fourth = ShortVector.fromCharArray(SHORTS, src, p + 3 * HALF);
      ShortVector all = first.or(second).or(third.or(fourth));
      if (all.and((short) 0xFF80).compare(NE, (short) 0).anyTrue()) {
        break;
      }
      ((ByteVector) first.convertShape(S2B, BYTES, 0)).intoArray(dst, p + shift);
      ((ByteVector) second.convertShape(S2B, BYTES, 0)).intoArray(dst, p + shift + HALF);
      ((ByteVector) third.convertShape(S2B, BYTES, 0)).intoArray(dst, p + shift + 2 * HALF);
      ((ByteVector) fourth.convertShape(S2B, BYTES, 0)).intoArray(dst, p + shift + 3 * HALF);
      p += 4 * HALF;
    }
    while (p <= last) {
      ShortVector left = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector right = ShortVector.fromCharArray(SHORTS, src, p + HALF);
      if (left.or(right).and((short) 0xFF80).compare(NE, (short) 0).anyTrue()) {
        break;
      }
      ((ByteVector) left.convertShape(S2B, BYTES, 0)).intoArray(dst, p + shift);
      ((ByteVector) right.convertShape(S2B, BYTES, 0)).intoArray(dst, p + shift + HALF);
      p += 2 * HALF;
    }
    return Kernel.progress(p, p + shift);
  }
}
