package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 on machines without 512-bit vectors or without instructions that compress bytes: looks at
 * the next byte, or code unit, and runs the loop for sequences of its length.
 */
final class Utf8ShuffleKernel extends Utf8VectorKernel {
  /** A block, and as far behind it as its last eight bytes are loaded. */
  static final int WINDOW = ByteVector.SPECIES_PREFERRED.length() + 9;

  Utf8ShuffleKernel(Kernel small) {
    super(small, WINDOW, 128, Utf8ShuffleEncoder.BLOCK + 1, 64);
  }

  @Override
  long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int lead = src[p] & 0xFF;
    if (lead >= 0xF0) {
      return Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
    }
    long reached = Kernel.progress(p, d);
    if (lead < 0x80) {
      reached = AsciiDecoder.decode(src, p, end, dst, d, dend);
    }
    if (lead < 0xE0 && Kernel.read(reached) == p) {
      reached = Utf8ShuffleTwo.decode(src, p, end, dst, d, dend);
    }
    return Kernel.read(reached) == p ? Utf8ShuffleThree.decode(src, p, end, dst, d, dend) : reached;
  }

  @Override
  long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend) {
    char unit = src[p];
    if (Character.isSurrogate(unit)) {
      return Utf8FourByteRuns.encode(src, p, end, dst, d, dend);
    }
    long reached = Kernel.progress(p, d);
    if (unit < 0x80) {
      reached = AsciiEncoder.encode(src, p, end, dst, d, dend);
    }
    if (unit < 0x800 && Kernel.read(reached) == p) {
      reached = Utf8ShuffleEncoder.encodeTwo(src, p, end, dst, d, dend);
    }
    return Kernel.read(reached) == p
        ? Utf8ShuffleEncoder.encodeThree(src, p, end, dst, d, dend)
        : reached;
  }

  @Override
  int wellFormedBlocks(byte[] src, int p, int end) {
    return Utf8MaskValidator.blocks(src, p, end);
  }
}
