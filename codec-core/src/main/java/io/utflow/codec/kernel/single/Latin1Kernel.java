/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * ISO-8859-1: each byte is the character of that number. The JDK's coder has instructions of its
 * own for it; that it is named here by a constant lets C2 inline all of it.
 */
public final class Latin1Kernel implements Kernel {
  /** The only instance. */
  public static final Latin1Kernel INSTANCE = new Latin1Kernel();

  private Latin1Kernel() {}

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    StandardCharsets.ISO_8859_1
        .newDecoder()
        .decode(ByteBuffer.wrap(src, pos, length), CharBuffer.wrap(dst, dpos, length), false);
    return Kernel.progress(length, length);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    CharBuffer in = CharBuffer.wrap(src, pos, Math.min(end - pos, dend - dpos));
    ByteBuffer out = ByteBuffer.wrap(dst, dpos, in.remaining());
    StandardCharsets.ISO_8859_1.newEncoder().encode(in, out, false);
    return Kernel.progress(in.position() - pos, out.position() - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return end - pos;
  }
}
