/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 on machines without 512-bit vectors or without instructions that compress bytes. Looks at
 * the next block of bytes, or at the next code unit, and runs the loop for the longest sequence in
 * it. No loop is for four bytes among shorter ones: a single one is converted by the loops for
 * three (encoding, also by those for two), and a run of them has a loop of its own.
 *
 * <p>Bounds: the block looked at is within the window that {@link Utf8VectorKernel} grants.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleKernel extends Utf8VectorKernel {
  /** A block, and the bytes after it that are loaded with its last eight. */
  static final int WINDOW = ByteVector.SPECIES_PREFERRED.length() + 9;

  Utf8ShuffleKernel(Kernel small) {
    super(small, WINDOW, Math.max(WINDOW, 64), Utf8ShuffleEncoder.BLOCK + 1, 64);
  }

  @Override
  long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    if ((src[p] & 0xFF) >= 0xF0) {
      return Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
    }
    ByteVector block = ByteVector.fromArray(ByteVector.SPECIES_PREFERRED, src, p);
    long nonAscii = block.compare(LT, (byte) 0).toLong();
    if (nonAscii == 0) {
      return AsciiDecoder.decode(src, p, end, dst, d, dend);
    }
    if ((block.compare(GE, (byte) 0xE0).toLong() & nonAscii) == 0) {
      return Utf8ShuffleTwo.decode(src, p, end, dst, d, dend);
    }
    return Utf8ShuffleThree.decode(src, p, end, dst, d, dend);
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
