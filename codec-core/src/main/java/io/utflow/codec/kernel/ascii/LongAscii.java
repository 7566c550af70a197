/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.ascii;

import io.utflow.codec.kernel.lanes.Words;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Long runs of ASCII between bytes and chars, by the coders of US-ASCII. Through them the JDK's
 * vectorised search for non-ASCII bytes, inflation and deflation can be reached; a plain loop has a
 * tenth of their speed. A call costs some twenty nanoseconds, so it is for long runs.
 *
 * <p>A coder that is made, used and dropped in one compiled method is not allocated, if C2 inlines
 * all of it; else a call costs about 150 bytes of garbage.
 */
public final class LongAscii {
  /** The least number of bytes for which the call pays. */
  private static final int LONG_RUN = 64;

  /** The least number of chars for which it pays: an encoder costs more to make. */
  private static final int LONG_RUN_OF_CHARS = 128;

  /** In bytes: a text that begins with so many is decoded without a look at where they end. */
  private static final int LOOK_AHEAD = 256;

  /** The same for later runs, which are known to alternate with other text. */
  private static final int LATER_LOOK_AHEAD = 2048;

  /**
   * Before JDK 19 the JDK's coder falls back to a loop over bytes if its input is not all ASCII.
   */
  private static final boolean MUST_BOUND = Runtime.version().feature() < 19;

  private static final long NOT_ASCII = 0xFF80 * Words.LANES;

  private LongAscii() {}

  /** Decodes the run with which a text begins, if it is long; the answer is its length. */
  public static int first(byte[] src, int pos, char[] dst, int dpos, int length) {
    return isLong(src, pos, pos + length)
        ? widen(src, pos, dst, dpos, bound(src, pos, length, LOOK_AHEAD))
        : 0;
  }

  /** Decodes a run after other text, if it is long; the answer is its length. */
  public static int later(byte[] src, int pos, char[] dst, int dpos, int length) {
    return isLong(src, pos, pos + length)
        ? widen(src, pos, dst, dpos, bound(src, pos, length, LATER_LOOK_AHEAD))
        : 0;
  }

  /**
   * How many bytes to give to {@link #widen}: all, where that is harmless, because they are few and
   * end in ASCII, or because the run is long; else the length of the run.
   */
  private static int bound(byte[] src, int p, int limit, int lookAhead) {
    if (!MUST_BOUND || limit <= LOOK_AHEAD && isAscii32(src, p + limit - 32)) {
      return limit;
    }
    int run = Ascii.prefix(src, p, p + Math.min(limit, lookAhead));
    return run < lookAhead ? run : limit;
  }

  /** Whether a long run begins at {@code p}. */
  public static boolean isLong(byte[] src, int p, int end) {
    return end - p >= LONG_RUN && isAscii32(src, p) && isAscii32(src, p + 32);
  }

  private static boolean isAscii32(byte[] src, int p) {
    long first = Words.get(src, p) | Words.get(src, p + 8);
    long second = Words.get(src, p + 16) | Words.get(src, p + 24);
    return ((first | second) & Words.HIGH_BITS) == 0;
  }

  /** Encodes a run of at least {@value #LONG_RUN_OF_CHARS} chars; of a shorter one, nothing. */
  public static int encode(char[] src, int pos, byte[] dst, int dpos, int length) {
    return isLong(src, pos, pos + length) ? narrow(src, pos, dst, dpos, length) : 0;
  }

  /** Whether a long run of chars begins at {@code p}. */
  private static boolean isLong(char[] src, int p, int end) {
    if (end - p < LONG_RUN_OF_CHARS || !isAscii8(src, p) || !isAscii8(src, p + 8)) {
      return false;
    }
    int union = 0;
    for (int i = p + 16; i < p + LONG_RUN_OF_CHARS; i++) {
      union |= src[i];
    }
    return union < 0x80;
  }

  private static boolean isAscii8(char[] src, int p) {
    return ((Words.get4(src, p) | Words.get4(src, p + 4)) & NOT_ASCII) == 0;
  }

  /** Copies bytes, each to one char, up to the first that is not ASCII, and answers how many. */
  private static int widen(byte[] src, int pos, char[] dst, int dpos, int length) {
    ByteBuffer in = ByteBuffer.wrap(src, pos, length);
    StandardCharsets.US_ASCII.newDecoder().decode(in, CharBuffer.wrap(dst, dpos, length), false);
    return in.position() - pos;
  }

  /** Copies chars, each to one byte, up to the first that is not ASCII, and answers how many. */
  public static int narrow(char[] src, int pos, byte[] dst, int dpos, int length) {
    CharBuffer in = CharBuffer.wrap(src, pos, length);
    StandardCharsets.US_ASCII.newEncoder().encode(in, ByteBuffer.wrap(dst, dpos, length), false);
    return in.position() - pos;
  }
}
