package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 to UTF-16: looks at the next 64 bytes and runs the loop for the longest sequence in them. A
 * loop stops where the text is no longer its own; where none gets on, {@link Utf8Edge512} takes what
 * it can, and what it leaves is ill-formed, cut by the end, or without room.
 */
final class Utf8Decoder512 {
  /** The bytes in which the characters of a block begin, and the most chars they become. */
  static final int BLOCK = 64;

  /** A block and as far behind it as its last character may reach. */
  static final int WINDOW = BLOCK + 3;

  private Utf8Decoder512() {}

  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long reached;
    do {
      reached = Kernel.progress(p, d);
      long next = reached;
      if (p <= end - WINDOW && d <= dend - BLOCK) {
        next = decodeBlocks(src, p, end, dst, d, dend);
      }
      if (next == reached) {
        next = Utf8Edge512.decode(src, p, end, dst, d, dend);
      }
      p = Kernel.read(next);
      d = Kernel.written(next);
    } while (p != Kernel.read(reached) && p < end);
    return Kernel.progress(p - pos, d - dpos);
  }

  private static long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    ByteVector block = ByteVector.fromArray(BYTES, src, p);
    if (block.compare(LT, ZERO).toLong() == 0) {
      return AsciiDecoder.decode(src, p, end, dst, d, dend);
    }
    if (block.compare(UGE, XE0).toLong() == 0) {
      return Utf8Two512.decode(src, p, end, dst, d, dend);
    }
    return block.compare(UGE, XF0).toLong() == 0
        ? Utf8Three512.decode(src, p, end, dst, d, dend)
        : Utf8Four512.decode(src, p, end, dst, d, dend);
  }
}
