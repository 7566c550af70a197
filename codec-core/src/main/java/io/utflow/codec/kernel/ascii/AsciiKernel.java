/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.ascii;

import io.utflow.codec.kernel.Kernel;

/** US-ASCII, by the JDK's coder. */
public final class AsciiKernel implements Kernel {
  /** The only instance. */
  public static final AsciiKernel INSTANCE = new AsciiKernel();

  private AsciiKernel() {}

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = LongAscii.widen(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    return Kernel.progress(length, length);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int length = LongAscii.narrow(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    return Kernel.progress(length, length);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return Ascii.prefix(src, pos, end);
  }
}
