/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Runs of ASCII between bytes and chars by the coders of US-ASCII. Through them the JDK's
 * vectorised search for non-ASCII bytes, inflation and deflation can be reached; a plain loop has a
 * tenth of their speed. A call costs some twenty nanoseconds, so it is for long runs.
 *
 * <p>A coder that is made, used and dropped in one compiled method is not allocated, if C2 inlines
 * all of it; else a call costs about 150 bytes of garbage.
 */
public final class JdkAscii {
  private JdkAscii() {}

  /**
   * Copies up to {@code length} bytes, each to one char, and stops at the first that is not ASCII.
   *
   * @return how many were copied
   */
  public static int widen(byte[] src, int pos, char[] dst, int dpos, int length) {
    ByteBuffer in = ByteBuffer.wrap(src, pos, length);
    StandardCharsets.US_ASCII.newDecoder().decode(in, CharBuffer.wrap(dst, dpos, length), false);
    return in.position() - pos;
  }

  /**
   * Copies up to {@code length} chars, each to one byte, and stops at the first that is not ASCII.
   *
   * @return how many were copied
   */
  public static int narrow(char[] src, int pos, byte[] dst, int dpos, int length) {
    CharBuffer in = CharBuffer.wrap(src, pos, length);
    StandardCharsets.US_ASCII.newEncoder().encode(in, ByteBuffer.wrap(dst, dpos, length), false);
    return in.position() - pos;
  }
}
