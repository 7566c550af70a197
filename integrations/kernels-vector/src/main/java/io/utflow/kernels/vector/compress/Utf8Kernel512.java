/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.Kernel;
import io.utflow.kernels.vector.shared.AsciiDecoder;
import io.utflow.kernels.vector.shared.AsciiEncoder;
import io.utflow.kernels.vector.shared.Utf8FourByteRuns;
import io.utflow.kernels.vector.shared.Utf8VectorKernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 on machines with 512-bit vectors and instructions that compress bytes. Looks at the next
 * block, and runs the loop for the longest sequence in it. Bytes have a loop for ASCII, one for
 * sequences of one to three bytes, and one for all; chars see {@link Utf8Encode512}.
 *
 * <p>Bounds: the block looked at is within the window that {@link Utf8VectorKernel} grants.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class Utf8Kernel512 extends Utf8VectorKernel {
  /** The bytes in which the characters of a block end, and the most chars they become. */
  static final int BLOCK = 64;

  /** The code units of a block. */
  static final int UNITS = 32;

  /** In this many well-formed bytes there is a boundary at least three bytes from the first. */
  private static final int BEFORE = 6;

  /** Where so many bytes had no character of four, such characters are taken to be rare. */
  private static final int RARE = 512;

  /** A block, and what the loops need before it. */
  static final int WINDOW = BEFORE + BLOCK;

  private final Kernel small;

  public Utf8Kernel512(Kernel small) {
    super(small, WINDOW, WINDOW, UNITS + 1, UNITS + 1);
    this.small = small;
  }

  @Override
  protected long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    if (ByteVector.fromArray(BYTES, src, p).compare(LT, ZERO).toLong() == 0) {
      long ascii = AsciiDecoder.decode(src, p, end, dst, d, dend);
      int reached = Kernel.read(ascii);
      return reached == p || reached == end
          ? ascii
          : decodeBehind(src, reached, end, dst, Kernel.written(ascii), dend);
    }
    if ((src[p] & 0xFF) >= 0xF0) {
      long run = Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
      if (Kernel.read(run) != p) {
        return run;
      }
    }
    if (dend - d < BLOCK + BEFORE) {
      return Kernel.progress(p, d);
    }
    long first = small.decode(src, p, p + BEFORE, dst, d, d + BEFORE);
    if (Kernel.read(first) < 3) {
      return Kernel.progress(p, d);
    }
    return decodeBehind(src, p + Kernel.read(first), end, dst, d + Kernel.written(first), dend);
  }

  /**
   * Decodes by the two loops in turn; the three bytes before {@code pos} are well-formed. The rest
   * of the input is decoded by a block that overlaps the one before it.
   */
  private static long decodeBehind(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int before;
    do {
      int from = p;
      long three = Utf8Three512.decode(src, p, end, dst, d, dend);
      before = Kernel.read(three);
      d = Kernel.written(three);
      boolean fits = before <= end - BLOCK && d <= dend - BLOCK;
      boolean again = before - from < RARE;
      long four = fits ? Utf8Four512.decode(src, before, end, dst, d, dend, again) : three;
      int reached = Kernel.read(four);
      p = Utf8Validator512.boundary(src, reached);
      // With three bytes of four, a high surrogate was written, which is not of a whole character.
      d = Kernel.written(four) - (reached - p == 3 ? 1 : 0);
    } while (p > before);
    int last = end - BLOCK;
    return pos <= last && last < p && p < end
        ? decodeLast(src, p, end, dst, d, dend)
        : Kernel.progress(p, d);
  }

  /**
   * Decodes the last 64 bytes, of which those before {@code p} were decoded: their characters are
   * written again, in the same place. If there is an error or a character of four bytes, that part
   * is left as it was.
   */
  private static long decodeLast(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int last = end - BLOCK;
    long starts = ByteVector.fromArray(BYTES, src, last).compare(GE, (byte) 0xC0).toLong();
    int twice = Long.bitCount(starts >>> 1 & (1L << p - last) - 1);
    long three = Utf8Three512.decode(src, last, end, dst, d - twice, dend);
    return Kernel.read(three) == end
        ? Kernel.progress(Utf8Validator512.boundary(src, end), Kernel.written(three))
        : Kernel.progress(p, d);
  }

  @Override
  protected long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend) {
    if (dend - d < Utf8Encode512.ROOM) {
      return AsciiEncoder.encode(src, p, end, dst, d, dend);
    }
    if (Character.isHighSurrogate(src[p])) {
      long pairs = Utf8FourByteRuns.encode(src, p, end, dst, d, dend);
      if (Kernel.read(pairs) != p) {
        return pairs;
      }
    }
    return Utf8Encode512.encode(src, p, end, dst, d, dend);
  }

  @Override
  protected int wellFormedBlocks(byte[] src, int p, int end) {
    int from =
        (src[p] | src[p + 1] | src[p + 2]) >= 0
            ? p + 3
            : p + small.wellFormedPrefix(src, p, p + BEFORE);
    return from - p < 3 ? p : Utf8Validator512.blocks(src, from, end);
  }
}
