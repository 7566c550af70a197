package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.HALF_BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.S2B;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * ASCII from UTF-16: per block of 64 code units two loads, one test of both, and two narrowing
 * stores of 32 bytes.
 *
 * <p>Bounds: a block is entered with 64 code units before {@code end} and 64 bytes before {@code
 * dend}.
 */
final class Utf8EncodeAscii512 {
  private static final int BLOCK = 64;

  private Utf8EncodeAscii512() {}

  /** Encodes whole blocks of ASCII; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int last = pos + Math.min(end - pos, dend - dpos) - BLOCK;
    int shift = dpos - pos;
    int p = pos;
    while (p <= last) {
      ShortVector left = ShortVector.fromCharArray(SHORTS, src, p);
      ShortVector right = ShortVector.fromCharArray(SHORTS, src, p + 32);
      if (left.or(right).compare(UGE, (short) 0x80).anyTrue()) {
        break;
      }
      ((ByteVector) left.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, p + shift);
      ((ByteVector) right.convertShape(S2B, HALF_BYTES, 0)).intoArray(dst, p + shift + 32);
      p += BLOCK;
    }
    return Kernel.progress(p, p + shift);
  }
}
