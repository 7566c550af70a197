/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;

/** For encodings that write ASCII as ASCII: converts as much of it as comes first. */
public final class AsciiPrefixKernel implements Kernel {
  /** Of all ASCII characters. */
  public static final AsciiPrefixKernel WITH_NUL = new AsciiPrefixKernel(0);

  /** Of those but NUL, which the encoding writes otherwise. */
  public static final AsciiPrefixKernel NO_NUL = new AsciiPrefixKernel(1);

  private final int first;

  private AsciiPrefixKernel(int first) {
    this.first = first;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = wellFormedPrefix(src, pos, pos + Math.min(end - pos, dend - dpos));
    for (int i = 0; i < length; i++) {
      dst[dpos + i] = (char) src[pos + i];
    }
    return Kernel.progress(length, length);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = 0;
    while (i < length && src[pos + i] < 0x80 && src[pos + i] >= first) {
      dst[dpos + i] = (byte) src[pos + i];
      i++;
    }
    return Kernel.progress(i, i);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int length = Ascii.prefix(src, pos, end);
    return first == 0 ? length : beforeNul(src, pos, length);
  }

  private static int beforeNul(byte[] src, int pos, int length) {
    int i = 0;
    while (i < length && src[pos + i] != 0) {
      i++;
    }
    return i;
  }
}
