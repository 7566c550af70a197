package io.utflow.codec.kernel;

/**
 * Runs of ASCII with, here and there, one two-byte character among them: the accents of French,
 * German, Turkish. Such a character is taken in passing; before a second one the run ends.
 *
 * <p>Decoding, a plain loop takes the short runs, for it beats words wherever runs end without a
 * pattern; where 64 bytes of nothing but ASCII follow, {@link JdkAscii} takes over. Encoding, a
 * block is eight chars, of which those before the first that is not ASCII count and the others are
 * overwritten by what follows.
 *
 * <p>Bounds: the loop's limit is what both ranges hold. A block of chars is read with eight before
 * {@code end} and written with more than {@value #ROOM} bytes before {@code dend}. Of an accented
 * character's two bytes the second, and the byte behind it, are checked to be before {@code end}.
 */
final class AsciiRuns {
  private static final int ROOM = 8;

  /** From here on the call into {@link JdkAscii} pays. */
  private static final int LONG_RUN = 64;

  /** For the encoder, which costs an allocation and more time to make, from here on. */
  private static final int LONG_RUN_OF_CHARS = 128;

  private static final long NOT_ASCII = 0xFF80 * Words.LANES;

  private AsciiRuns() {}

  /** Decodes while the next character is ASCII, or one of two bytes with ASCII behind it. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      int run = run(src, p, end, dst, d, dend);
      p += run;
      d += run;
      if (d == dend || !isAccent(src, p, end)) {
        return Kernel.progress(p - pos, d - dpos);
      }
      dst[d++] = accent(src[p], src[p + 1]);
      p += 2;
    }
  }

  private static int run(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int limit = Math.min(end - p, dend - d);
    if (isLong(src, p, p + limit)) {
      return JdkAscii.widen(src, p, dst, d, limit);
    }
    int i = 0;
    while (i < limit && src[p + i] >= 0) {
      dst[d + i] = (char) src[p + i];
      i++;
    }
    return i;
  }

  /** Whether a run begins that is long enough for {@link JdkAscii}. */
  static boolean isLong(byte[] src, int p, int end) {
    return end - p >= LONG_RUN && isAscii32(src, p) && isAscii32(src, p + 32);
  }

  private static boolean isAscii32(byte[] src, int p) {
    long first = Words.get(src, p) | Words.get(src, p + 8);
    long second = Words.get(src, p + 16) | Words.get(src, p + 24);
    return ((first | second) & Words.HIGH_BITS) == 0;
  }

  /** Whether a two-byte character stands at {@code p} and ASCII behind it. */
  private static boolean isAccent(byte[] src, int p, int end) {
    return end - p > 2
        && src[p] < -32
        && src[p] >= (byte) 0xC2
        && src[p + 1] < -64
        && src[p + 2] >= 0;
  }

  private static char accent(int lead, int second) {
    return (char) ((lead & 0x1F) << 6 | second & 0x3F);
  }

  /** Encodes while the next character is ASCII, eight chars a block, if so many are left. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int run = longRun(src, pos, end, dst, dpos, dend);
    int p = pos + run;
    int d = dpos + run;
    while (end - p >= 8 && dend - d > ROOM) {
      long low = Words.get4(src, p);
      long high = Words.get4(src, p + 4);
      Words.put(dst, d, squeeze(low) | squeeze(high) << 32);
      if (((low | high) & NOT_ASCII) == 0) {
        p += 8;
        d += 8;
        continue;
      }
      int inLow = asciiLanes(low);
      int length = inLow + (inLow == 4 ? asciiLanes(high) : 0);
      p += length;
      d += length;
      int unit = src[p];
      if (unit >= 0x800 || end - p < 2 || src[p + 1] >= 0x80) {
        break;
      }
      dst[d] = (byte) (0xC0 | unit >> 6);
      dst[d + 1] = (byte) (0x80 | unit & 0x3F);
      p++;
      d += 2;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Narrows all of a run of which so many chars are ASCII, nothing of another. */
  private static int longRun(char[] src, int p, int end, byte[] dst, int d, int dend) {
    int limit = Math.min(end - p, dend - d);
    return isLong(src, p, p + limit) ? JdkAscii.narrow(src, p, dst, d, limit) : 0;
  }

  /** Whether a run begins that is long enough for {@link JdkAscii}. */
  private static boolean isLong(char[] src, int p, int end) {
    if (end - p < LONG_RUN_OF_CHARS) {
      return false;
    }
    int union = 0;
    for (int i = p; i < p + LONG_RUN_OF_CHARS; i++) {
      union |= src[i];
    }
    return union < 0x80;
  }

  private static int asciiLanes(long lanes) {
    return Long.numberOfTrailingZeros(lanes & NOT_ASCII) >>> 4;
  }

  /** Four lanes of 16 bits to four bytes, right up to the first lane that is not ASCII. */
  private static long squeeze(long lanes) {
    long pairs = (lanes | lanes >>> 8) & 0x0000FFFF0000FFFFL;
    return (pairs | pairs >>> 16) & 0xFFFFFFFFL;
  }
}
