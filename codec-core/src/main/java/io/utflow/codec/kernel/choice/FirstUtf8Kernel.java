/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.word.SwarUtf8Kernel;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 of the {@link FirstKernels}, decoded by the JDK's own decoder, which the JVM has loaded,
 * and perhaps compiled, before it came to us. It stops where a sequence is ill-formed or cut, and
 * where there is no room. A decoder is made for each call, for a kernel remembers nothing. What is
 * encoded or only validated goes to {@link SwarUtf8Kernel} at once.
 */
final class FirstUtf8Kernel implements Kernel {
  static final Kernel INSTANCE = new FirstUtf8Kernel();

  private FirstUtf8Kernel() {}

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (end <= pos || dend <= dpos) {
      return 0;
    }
    Kernels.countFirst(end - pos);
    ByteBuffer in = ByteBuffer.wrap(src, pos, end - pos);
    CharBuffer out = CharBuffer.wrap(dst, dpos, dend - dpos);
    StandardCharsets.UTF_8.newDecoder().decode(in, out, false);
    return Kernel.progress(in.position() - pos, out.position() - dpos);
  }

  @Override
  public boolean encodesLatin1() {
    return true;
  }

  @Override
  public long encodeLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    Kernels.countFirst(end - pos);
    return SwarUtf8Kernel.INSTANCE.encodeLatin1(src, pos, end, dst, dpos, dend);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    Kernels.countFirst(end - pos);
    return SwarUtf8Kernel.INSTANCE.encode(src, pos, end, dst, dpos, dend);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    Kernels.countFirst(end - pos);
    return SwarUtf8Kernel.INSTANCE.wellFormedPrefix(src, pos, end);
  }
}
