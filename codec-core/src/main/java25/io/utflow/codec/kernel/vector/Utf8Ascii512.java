package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * ASCII to UTF-16: per block of 64 bytes two loads of 32, one test of the sign bits of both, and two
 * zero-extending stores of 32 chars.
 *
 * <p>Bounds: a block is entered with 64 bytes before {@code end} and 64 chars before {@code dend}.
 */
final class Utf8Ascii512 {
  private static final int BLOCK = 64;

  private Utf8Ascii512() {}

  /** Decodes whole blocks of ASCII; returns the positions reached. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int last = pos + Math.min(end - pos, dend - dpos) - BLOCK;
    int shift = dpos - pos;
    int p = pos;
    while (p <= last) {
      ByteVector left = ByteVector.fromArray(HALF_BYTES, src, p);
      ByteVector right = ByteVector.fromArray(HALF_BYTES, src, p + 32);
      if (left.or(right).compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      ((ShortVector) left.convertShape(ZERO_EXTEND_B2S, SHORTS, 0)).intoCharArray(dst, p + shift);
      ((ShortVector) right.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, p + shift + 32);
      p += BLOCK;
    }
    return Kernel.progress(p, p + shift);
  }
}
