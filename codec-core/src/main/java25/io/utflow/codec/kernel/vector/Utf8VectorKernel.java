package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;

/**
 * UTF-8 by loops over blocks, one loop to a class of content. A loop stops where the text is no
 * longer its own; where none gets on, {@code small} takes the next block, and what that leaves is
 * ill-formed or without room. {@code small} also takes the end that is shorter than a block: vector
 * code is slow until it is compiled, and masked stores are slow ever after.
 *
 * <p>Bounds: {@code small} keeps law L8; the loops say what they need before and behind.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
abstract class Utf8VectorKernel implements Kernel {
  private final Kernel small;
  private final int window;
  private final int slice;
  private final int unitWindow;
  private final int unitSlice;

  /**
   * A window of bytes, or of code units, is what the loops need to take a block; a slice, no
   * shorter, is what {@code small} takes before they are tried again. It may cut a character, which
   * is then whole in the next.
   */
  Utf8VectorKernel(Kernel small, int window, int slice, int unitWindow, int unitSlice) {
    this.small = small;
    this.window = window;
    this.slice = slice;
    this.unitWindow = unitWindow;
    this.unitSlice = unitSlice;
  }

  /** Runs the loop for the text at {@code p}; returns the positions reached, on a boundary. */
  abstract long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend);

  /** Runs the loop for the text at {@code p}; returns the positions reached, on a boundary. */
  abstract long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend);

  /** The boundary reached from {@code p}. */
  abstract int wellFormedBlocks(byte[] src, int p, int end);

  @Override
  public final long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      // Near the end the only blocks that are short enough are of ASCII.
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
