package io.utflow.codec.kernel;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Bytes to chars of the same value and back, in bulk. The coders of ISO-8859-1 are the JDK's public
 * doors to its vectorised inflation and deflation; a plain loop reaches a tenth of their speed. A
 * coder made, used and dropped in one inlined call costs no allocation.
 */
final class Latin1 {
  private static final int WARM_UP_CALLS = 10_000;

  static {
    // Only what is known to be called whenever inflate is gets inlined into it, and only then are
    // the
    // coder and the buffers no objects. So let the compiler count, before text of a kind that
    // seldom
    // comes here makes it decide. This takes a few milliseconds, once.
    byte[] bytes = new byte[64];
    char[] chars = new char[bytes.length];
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      inflate(bytes, 0, chars, 0, bytes.length);
    }
  }

  private Latin1() {}

  /** Copies {@code length} bytes, each to one char; both ranges are within their arrays. */
  static void inflate(byte[] src, int pos, char[] dst, int dpos, int length) {
    ByteBuffer in = ByteBuffer.wrap(src, pos, length);
    StandardCharsets.ISO_8859_1.newDecoder().decode(in, CharBuffer.wrap(dst, dpos, length), false);
  }

  /**
   * Copies up to {@code length} bytes, each to one char, and stops at the first that is not ASCII;
   * the JDK looks and copies in one go, but slowly where it has to stop.
   *
   * @return how many were copied
   */
  static int widen(byte[] src, int pos, char[] dst, int dpos, int length) {
    ByteBuffer in = ByteBuffer.wrap(src, pos, length);
    StandardCharsets.US_ASCII.newDecoder().decode(in, CharBuffer.wrap(dst, dpos, length), false);
    return in.position() - pos;
  }

  /**
   * Copies up to {@code length} chars, each to one byte, and stops at the first that is not ASCII.
   *
   * @return how many were copied
   */
  static int narrow(char[] src, int pos, byte[] dst, int dpos, int length) {
    CharBuffer in = CharBuffer.wrap(src, pos, length);
    StandardCharsets.US_ASCII.newEncoder().encode(in, ByteBuffer.wrap(dst, dpos, length), false);
    return in.position() - pos;
  }
}
