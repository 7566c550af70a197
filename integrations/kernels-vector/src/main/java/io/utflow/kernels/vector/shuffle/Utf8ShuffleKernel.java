/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.BYTES;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.UMAX;

import io.utflow.codec.kernel.Kernel;
import io.utflow.kernels.vector.shared.AsciiDecoder;
import io.utflow.kernels.vector.shared.Utf8FourByteRuns;
import io.utflow.kernels.vector.shared.Utf8VectorKernel;
import jdk.incubator.vector.ByteVector;

/**
 * UTF-8 on machines without 512-bit vectors or without instructions that compress bytes. Looks at
 * the next two blocks of bytes, or at the next code unit, and runs the loop for the longest
 * sequence in them. Text with sequences of four bytes is validated first, some kilobytes at a time.
 *
 * <p>Bounds: the blocks looked at are within the window that {@link Utf8VectorKernel} grants.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class Utf8ShuffleKernel extends Utf8VectorKernel {
  private static final int BLOCK = BYTES.length();

  /** Two blocks, and the bytes after them that the loops read or look at. */
  static final int WINDOW = ShuffleLanes.WINDOW + 9;

  /** In this many well-formed bytes there is a boundary at least three bytes from the first. */
  private static final int BEFORE = 6;

  /** The number of bytes that are validated, and then decoded, at a time. */
  private static final int CHUNK = 4096;

  /** With fewer continuation bytes a block is not mixed: the next one may be of ASCII. */
  private static final int MIXED = 4;

  private static final ByteVector ZERO = ShuffleLanes.bytes(0);
  private static final ByteVector XC0 = ShuffleLanes.bytes(0xC0);

  /** Subtracted from E0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_THREE = ShuffleLanes.bytes(0x60);

  /** Subtracted from F0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_FOUR = ShuffleLanes.bytes(0x70);

  private final Kernel small;

  public Utf8ShuffleKernel(Kernel small) {
    super(small, WINDOW, Math.max(WINDOW, 64), Utf8ShuffleEncoder.WINDOW, 64);
    this.small = small;
  }

  @Override
  protected long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return decodeBlocks(src, p, end, dst, d, dend, false);
  }

  /** The loop for four bytes does not validate: it is for text that is known to be valid. */
  private long decodeBlocks(
      byte[] src, int p, int end, char[] dst, int d, int dend, boolean wellFormed) {
    ByteVector left = ByteVector.fromArray(BYTES, src, p);
    long nonAscii = left.compare(LT, ZERO).toLong();
    if (nonAscii == 0) {
      return AsciiDecoder.decode(src, p, end, dst, d, dend);
    }
    ByteVector greatest = ByteVector.fromArray(BYTES, src, p + BLOCK).lanewise(UMAX, left);
    if (!greatest.lanewise(SUSUB, BELOW_THREE).compare(LT, ZERO).anyTrue()) {
      return Utf8ShuffleTwo.decode(src, p, end, dst, d, dend);
    }
    boolean three = !greatest.lanewise(SUSUB, BELOW_FOUR).compare(LT, ZERO).anyTrue();
    if (three && Long.bitCount(left.compare(LT, XC0).toLong()) < MIXED) {
      return Utf8ShuffleThree.decode(src, p, end, dst, d, dend);
    }
    if (three) {
      return Utf8ShuffleMixed.decode(src, p, end, dst, d, dend);
    }
    if ((src[p] & 0xFF) >= 0xF0) {
      long run = Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
      if (Kernel.read(run) != p) {
        return run;
      }
    }
    return wellFormed
        ? Utf8ShuffleFour.decode(src, p, end, dst, d, dend)
        : decodeChunk(src, p, end, dst, d, dend);
  }

  /** Validates a part of the text, then decodes it. */
  private long decodeChunk(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int room = dend - dpos;
    if (room <= ShuffleLanes.WINDOW) {
      return Kernel.progress(pos, dpos);
    }
    // What the room cannot hold is not validated; a char is made of three bytes at most.
    int length = Math.min(Math.min(end - pos, CHUNK), 3 * Math.min(room, CHUNK) + WINDOW);
    int wellFormed = wellFormedBlocks(src, pos, pos + length, true);
    int p = pos;
    int d = dpos;
    int before = -1;
    while (p != before && p <= wellFormed - WINDOW) {
      before = p;
      long reached = decodeBlocks(src, p, wellFormed, dst, d, dend, true);
      p = Kernel.read(reached);
      d = Kernel.written(reached);
    }
    return Kernel.progress(p, d);
  }

  /**
   * The position after the continuation bytes at {@code p}, of which at most {@code most} are
   * known.
   */
  static int afterContinuations(byte[] src, int p, int most) {
    int q = p;
    while (q < p + most && src[q] < (byte) 0xC0) {
      q++;
    }
    return q;
  }

  @Override
  protected long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend) {
    if (Character.isSurrogate(src[p])) {
      long run = Utf8FourByteRuns.encode(src, p, end, dst, d, dend);
      if (Kernel.read(run) != p) {
        return run;
      }
    }
    return Utf8ShuffleEncoder.encode(src, p, end, dst, d, dend);
  }

  @Override
  protected int wellFormedBlocks(byte[] src, int p, int end) {
    return wellFormedBlocks(src, p, end, false);
  }

  /** The same, but if {@code mixed}, no further than to a run of ASCII. */
  private int wellFormedBlocks(byte[] src, int p, int end, boolean mixed) {
    if (BLOCK < Utf8TableValidator.BLOCK) {
      return Utf8MaskValidator.blocks(src, p, end);
    }
    int from =
        (src[p] | src[p + 1] | src[p + 2]) >= 0
            ? p + 3
            : p + small.wellFormedPrefix(src, p, p + BEFORE);
    if (from - p < 3) {
      return p;
    }
    return mixed
        ? Utf8TableValidator.mixed(src, from, end)
        : Utf8TableValidator.blocks(src, from, end);
  }
}
