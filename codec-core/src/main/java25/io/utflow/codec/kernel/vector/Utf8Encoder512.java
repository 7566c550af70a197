package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-16 to UTF-8: looks at the next 32 code units and runs the loop for the longest sequence they
 * become. A loop stops where the text is no longer its own; where none gets on, {@link
 * Utf8EncodeFour512} takes what it can, and what it leaves is unpaired, cut by the end, or without
 * room.
 */
final class Utf8Encoder512 {
  /** The code units that are looked at. */
  static final int BLOCK = 32;

  private Utf8Encoder512() {}

  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long reached;
    do {
      reached = Kernel.progress(p, d);
      long next = reached;
      if (p <= end - BLOCK) {
        next = encodeBlocks(src, p, end, dst, d, dend);
      }
      if (next == reached) {
        next = Utf8EncodeFour512.encode(src, p, end, dst, d, dend);
      }
      p = Kernel.read(next);
      d = Kernel.written(next);
    } while (p != Kernel.read(reached) && p < end);
    return Kernel.progress(p - pos, d - dpos);
  }

  private static long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend) {
    ShortVector block = ShortVector.fromCharArray(SHORTS, src, p);
    if (block.compare(UGE, (short) 0x80).toLong() == 0) {
      return AsciiEncoder.encode(src, p, end, dst, d, dend);
    }
    if (block.compare(UGE, (short) 0x800).toLong() == 0) {
      return Utf8EncodeTwo512.encode(src, p, end, dst, d, dend);
    }
    return block.and((short) 0xF800).compare(EQ, (short) 0xD800).toLong() == 0
        ? Utf8EncodeThree512.encode(src, p, end, dst, d, dend)
        : Utf8EncodeFour512.encode(src, p, end, dst, d, dend);
  }
}
