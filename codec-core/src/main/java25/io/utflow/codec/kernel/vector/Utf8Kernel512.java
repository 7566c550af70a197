/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-8 on machines with 512-bit vectors and instructions that compress bytes. Looks at the next 64
 * bytes, or 32 code units, and runs the loop for the longest sequence in them.
 *
 * <p>Bounds: the block looked at is within the window that {@link Utf8VectorKernel} grants.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Kernel512 extends Utf8VectorKernel {
  /** The bytes in which the characters of a block begin, and the most chars they become. */
  static final int BLOCK = 64;

  /** A block, and the bytes after it that its last character may have. */
  static final int WINDOW = BLOCK + 3;

  /** The code units of a block. */
  static final int UNITS = 32;

  /** In this many well-formed bytes there is a boundary at least three bytes from the first. */
  private static final int BEFORE = 6;

  private final Kernel small;

  Utf8Kernel512(Kernel small) {
    super(small, WINDOW, WINDOW, UNITS + 1, UNITS + 1);
    this.small = small;
  }

  @Override
  long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    ByteVector block = ByteVector.fromArray(BYTES, src, p);
    if (block.compare(LT, ZERO).toLong() == 0) {
      return AsciiDecoder.decode(src, p, end, dst, d, dend);
    }
    if (block.compare(UGE, XE0).toLong() == 0) {
      return Utf8Two512.decode(src, p, end, dst, d, dend);
    }
    if (block.compare(UGE, XF0).toLong() == 0) {
      return Utf8Three512.decode(src, p, end, dst, d, dend);
    }
    return (src[p] & 0xFF) >= 0xF0
        ? decodeFour(src, p, end, dst, d, dend)
        : Utf8Four512.decode(src, p, end, dst, d, dend);
  }

  private static long decodeFour(byte[] src, int p, int end, char[] dst, int d, int dend) {
    long run = Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
    return Kernel.read(run) == p ? Utf8Four512.decode(src, p, end, dst, d, dend) : run;
  }

  @Override
  long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend) {
    ShortVector block = ShortVector.fromCharArray(SHORTS, src, p);
    if (block.compare(UGE, (short) 0x80).toLong() == 0) {
      long ascii = AsciiEncoder.encode(src, p, end, dst, d, dend);
      if (Kernel.read(ascii) != p) {
        return ascii;
      }
    }
    if (block.compare(UGE, (short) 0x800).toLong() == 0) {
      return Utf8EncodeTwo512.encode(src, p, end, dst, d, dend);
    }
    if (Character.isSurrogate(src[p])) {
      long pairs = Utf8FourByteRuns.encode(src, p, end, dst, d, dend);
      if (Kernel.read(pairs) != p) {
        return pairs;
      }
    }
    return Utf8EncodeMixed512.encode(src, p, end, dst, d, dend);
  }

  @Override
  int wellFormedBlocks(byte[] src, int p, int end) {
    int from =
        (src[p] | src[p + 1] | src[p + 2]) >= 0
            ? p + 3
            : p + small.wellFormedPrefix(src, p, p + BEFORE);
    return from - p < 3 ? p : Utf8Validator512.blocks(src, from, end);
  }
}
