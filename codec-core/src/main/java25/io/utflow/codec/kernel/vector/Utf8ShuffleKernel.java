package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;

/** UTF-8 on machines without 512-bit vectors or without instructions that compress bytes. */
final class Utf8ShuffleKernel implements Kernel {
  private final Kernel small;

  /** {@code small} takes what is shorter than a block. */
  Utf8ShuffleKernel(Kernel small) {
    this.small = small;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return Utf8ShuffleDecoder.decode(src, pos, end, dst, dpos, dend, small);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return Utf8ShuffleEncoder.encode(src, pos, end, dst, dpos, dend, small);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return Utf8MaskValidator.wellFormedPrefix(src, pos, end, small);
  }
}
