package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;

/** UTF-8 on machines with 512-bit vectors and instructions that compress bytes. */
final class Utf8Kernel512 implements Kernel {
  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return Utf8Decoder512.decode(src, pos, end, dst, dpos, dend);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return Utf8Encoder512.encode(src, pos, end, dst, dpos, dend);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return Utf8Validator512.wellFormedPrefix(src, pos, end);
  }
}
