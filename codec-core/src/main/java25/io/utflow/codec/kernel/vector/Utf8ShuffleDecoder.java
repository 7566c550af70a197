package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 to UTF-16 for machines that cannot compress bytes: looks at the next byte and runs the loop
 * for sequences of its length. A loop stops where the text is no longer its own; where it does not
 * get on, {@code small} takes the next block, and what that leaves is ill-formed, cut by the end, or
 * without room.
 */
final class Utf8ShuffleDecoder {
  private static final int LANES = ByteVector.SPECIES_PREFERRED.length();

  /** A block, and as far behind it as its last eight bytes are loaded. */
  static final int WINDOW = LANES + 9;

  private Utf8ShuffleDecoder() {}

  static long decode(
      byte[] src, int pos, int end, char[] dst, int dpos, int dend, Kernel small) {
    int p = pos;
    int d = dpos;
    while (p <= end - WINDOW) {
      long next = decodeBlocks(src, p, end, dst, d, dend);
      if (Kernel.read(next) == p) {
        long taken = small.decode(src, p, p + LANES, dst, d, dend);
        if (Kernel.read(taken) == 0) {
          return Kernel.progress(p - pos, d - dpos);
        }
        next = Kernel.progress(p + Kernel.read(taken), d + Kernel.written(taken));
      }
      p = Kernel.read(next);
      d = Kernel.written(next);
    }
    long tail = small.decode(src, p, end, dst, d, dend);
    return Kernel.progress(p + Kernel.read(tail) - pos, d + Kernel.written(tail) - dpos);
  }

  private static long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int lead = src[p] & 0xFF;
    if (lead < 0x80) {
      long next = AsciiDecoder.decode(src, p, end, dst, d, dend);
      return Kernel.read(next) == p ? Utf8ShuffleThree.decode(src, p, end, dst, d, dend) : next;
    }
    if (lead >= 0xF0) {
      return Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
    }
    if (lead < 0xE0) {
      long next = Utf8ShuffleTwo.decode(src, p, end, dst, d, dend);
      if (Kernel.read(next) != p) {
        return next;
      }
    }
    return Utf8ShuffleThree.decode(src, p, end, dst, d, dend);
  }
}
