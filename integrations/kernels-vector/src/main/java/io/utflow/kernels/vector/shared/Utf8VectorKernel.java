/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shared;

import io.utflow.codec.kernel.Kernel;

/**
 * UTF-8 by loops over blocks, one loop for each kind of text. A loop stops where the text is no
 * longer of its kind. If no loop converts anything, {@code small} converts the next slice, and the
 * bytes that it leaves are ill-formed or have no room. {@code small} also converts an end that is
 * shorter than a block, because masked vectors would be slower: until they are compiled, like all
 * vectors, and in their stores even afterwards.
 *
 * <p>Bounds: {@code small} keeps law L8; each loop says what it needs before and after its block.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public abstract class Utf8VectorKernel implements Kernel {
  private final Kernel small;
  private final int window;
  private final int slice;
  private final int unitWindow;
  private final int unitSlice;

  /**
   * A window is the number of bytes, or of code units, that the loops need to convert a block. A
   * slice, which is not shorter, is what {@code small} converts before the loops are tried again.
   * If a slice cuts a character, the next one begins with that character.
   */
  protected Utf8VectorKernel(Kernel small, int window, int slice, int unitWindow, int unitSlice) {
    this.small = small;
    this.window = window;
    this.slice = slice;
    this.unitWindow = unitWindow;
    this.unitSlice = unitSlice;
  }

  /**
   * Decodes by the loop for the text at {@code p}; returns the positions reached, on a boundary.
   */
  protected abstract long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend);

  /**
   * Encodes by the loop for the text at {@code p}; returns the positions reached, on a boundary.
   */
  protected abstract long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend);

  /** A boundary such that the bytes from {@code p} up to it are well-formed. */
  protected abstract int wellFormedBlocks(byte[] src, int p, int end);

  /** A short piece has few blocks, and the loops for it have no branches to learn either. */
  @Override
  public final long decodePadded(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return small.decodePadded(src, pos, end, dst, dpos, dend);
  }

  @Override
  public final long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      // Nearer to the end than a window only the blocks of ASCII fit.
      long reached =
          p <= end - window
              ? decodeBlocks(src, p, end, dst, d, dend)
              : AsciiDecoder.decode(src, p, end, dst, d, dend);
      d = Kernel.written(reached);
      if (p != Kernel.read(reached)) {
        p = Kernel.read(reached);
        continue;
      }
      long taken = small.decode(src, p, p + Math.min(end - p, slice), dst, d, dend);
      if (Kernel.read(taken) == 0) {
        break;
      }
      p += Kernel.read(taken);
      d += Kernel.written(taken);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public final long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      if (p <= end - unitWindow) {
        long reached = encodeBlocks(src, p, end, dst, d, dend);
        d = Kernel.written(reached);
        if (p != Kernel.read(reached)) {
          p = Kernel.read(reached);
          continue;
        }
      }
      long taken = small.encode(src, p, p + Math.min(end - p, unitSlice), dst, d, dend);
      if (Kernel.read(taken) == 0) {
        break;
      }
      p += Kernel.read(taken);
      d += Kernel.written(taken);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public final int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = end - pos < window ? pos : wellFormedBlocks(src, pos, end);
    return p - pos + small.wellFormedPrefix(src, p, end);
  }
}
