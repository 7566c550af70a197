package io.utflow.codec.kernel;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Runs of ASCII, to chars and back, in bulk. The coders of US-ASCII are the JDK's public doors to
 * its vectorised search for what is not ASCII, inflation and deflation; a plain loop reaches a
 * tenth of their speed. A call costs some twenty nanoseconds, so it is for long runs.
 *
 * <p>A coder made, used and dropped in one compiled method is no object. Whether C2 compiles it so
 * is the JVM's affair: else a call costs about 150 bytes of garbage.
 */
final class JdkAscii {
  private static final int WARM_UP_CALLS = 10_000;

  static {
    // What is known to be called whenever widen is gets inlined into it, and only then are the
    // coder and the buffers no objects. So the compiler may count before there is text that seldom
    // comes here. This takes a few milliseconds, once.
    byte[] bytes = new byte[64];
    char[] chars = new char[bytes.length];
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      widen(bytes, 0, chars, 0, bytes.length);
    }
  }

  private JdkAscii() {}

  /**
   * Copies up to {@code length} bytes, each to one char, and stops at the first that is not ASCII.
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
