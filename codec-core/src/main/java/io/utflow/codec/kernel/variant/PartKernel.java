/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.kernel.Kernel;

/**
 * An encoding that is another one wherever certain bytes, or characters, do not occur: the kernel
 * of the other converts what is free of them. They are looked for a little at a time, so that text
 * with many of them is not searched again and again.
 */
abstract class PartKernel implements Kernel {
  /**
   * So many bytes are searched first, and chars, and then ever more: where the other kernel soon
   * stops, and is called again, much would be searched in vain.
   */
  private static final int FIRST_STRETCH = 64;

  private static final int LONGEST_STRETCH = 1024;

  /** Where fewer of them are left, the next are searched: a kernel may leave some. */
  private static final int NEAR = 128;

  private final Kernel other;

  PartKernel(Kernel other) {
    this.other = other;
  }

  /** How many bytes from {@code pos} on mean the same in the other encoding. */
  abstract int same(byte[] src, int pos, int end);

  /** How many chars from {@code pos} on are written the same in the other encoding. */
  abstract int same(char[] src, int pos, int end);

  /**
   * Decodes one sequence that the other kernel stopped at, if that is what it is.
   *
   * @return as {@link #decode}
   */
  long decodeOwn(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return 0;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int same = pos;
    int stretch = FIRST_STRETCH;
    int from;
    do {
      from = p;
      if (same - p < NEAR) {
        same = p + same(src, p, p + Math.min(end - p, stretch));
        stretch = longer(stretch);
      }
      long progress = other.decode(src, p, same, dst, d, dend);
      p += Kernel.read(progress);
      d += Kernel.written(progress);
      long own = decodeOwn(src, p, same, dst, d, dend);
      p += Kernel.read(own);
      d += Kernel.written(own);
    } while (p > from);
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int stretch = FIRST_STRETCH;
    int read;
    do {
      int same = same(src, p, p + Math.min(end - p, stretch));
      stretch = longer(stretch);
      long progress = other.encode(src, p, p + same, dst, d, dend);
      read = Kernel.read(progress);
      p += read;
      d += Kernel.written(progress);
    } while (read > 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int stretch = FIRST_STRETCH;
    int read;
    do {
      int same = same(src, p, p + Math.min(end - p, stretch));
      stretch = longer(stretch);
      read = other.wellFormedPrefix(src, p, p + same);
      p += read;
    } while (read > 0);
    return p - pos;
  }

  private static int longer(int stretch) {
    return Math.min(2 * stretch, LONGEST_STRETCH);
  }
}
