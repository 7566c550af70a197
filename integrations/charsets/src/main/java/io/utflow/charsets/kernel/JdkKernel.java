/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;

/**
 * A charset without state by the JDK's own coders, which stop where a sequence is ill-formed or a
 * character has no place. They are made for each call, for a kernel remembers nothing.
 */
final class JdkKernel implements Kernel {
  /** Chars that are decoded to be dropped, at once. */
  private static final int DROPPED_CHARS = 1024;

  private final Charset charset;
  private final boolean encodes;
  private final boolean ascii;

  /**
   * @param encodes whether its encoder decides each character when it reads it
   * @param ascii whether ASCII bytes, where a sequence begins, are ASCII characters
   */
  JdkKernel(Charset charset, boolean encodes, boolean ascii) {
    this.charset = charset;
    this.encodes = encodes;
    this.ascii = ascii;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    ByteBuffer in = ByteBuffer.wrap(src, pos, end - pos);
    CharBuffer out = CharBuffer.wrap(dst, dpos, dend - dpos);
    charset.newDecoder().decode(in, out, false);
    return Kernel.progress(in.position() - pos, out.position() - dpos);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    if (!encodes) {
      return 0;
    }
    CharBuffer in = CharBuffer.wrap(src, pos, end - pos);
    ByteBuffer out = ByteBuffer.wrap(dst, dpos, dend - dpos);
    charset.newEncoder().encode(in, out, false);
    return Kernel.progress(in.position() - pos, out.position() - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    char[] dropped = new char[Math.min(end - pos, DROPPED_CHARS)];
    int p = pos;
    int read;
    do {
      p += ascii ? Ascii.prefix(src, p, end) : 0;
      read = Kernel.read(decode(src, p, end, dropped, 0, dropped.length));
      p += read;
    } while (read > 0 && p < end);
    return p - pos;
  }
}
