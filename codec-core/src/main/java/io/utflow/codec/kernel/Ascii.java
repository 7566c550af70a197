package io.utflow.codec.kernel;

/**
 * Runs of ASCII, measured, widened to chars and narrowed to bytes. Short runs go eight at a time in
 * a {@code long}; long ones through {@link Latin1}, which the JVM vectorises.
 */
public final class Ascii {
  /** From here on the call into {@link Latin1} pays. */
  private static final int LONG_RUN = 64;

  private static final long NOT_ASCII = 0xFF80 * Words.LANES;

  private Ascii() {}

  /** How many bytes from {@code pos} on are ASCII; reads nothing at or beyond {@code end}. */
  public static int prefix(byte[] src, int pos, int end) {
    int p = pos + 64 * blocks(src, pos, end - pos >> 6);
    for (int last = end - 8; p <= last; p += 8) {
      long bits = Words.get(src, p) & Words.HIGH_BITS;
      if (bits != 0) {
        return p - pos + (Long.numberOfTrailingZeros(bits) >>> 3);
      }
    }
    while (p < end && src[p] >= 0) {
      p++;
    }
    return p - pos;
  }

  /** How many of {@code count} blocks of 64 bytes from {@code pos} on are all ASCII. */
  private static int blocks(byte[] src, int pos, int count) {
    int i = 0;
    while (i < count && isBlock(src, pos + 64 * i)) {
      i++;
    }
    return i;
  }

  private static boolean isBlock(byte[] src, int p) {
    long first = Words.get(src, p) | Words.get(src, p + 8);
    long second = Words.get(src, p + 16) | Words.get(src, p + 24);
    long third = Words.get(src, p + 32) | Words.get(src, p + 40);
    long fourth = Words.get(src, p + 48) | Words.get(src, p + 56);
    return ((first | second | third | fourth) & Words.HIGH_BITS) == 0;
  }

  /**
   * Widens a run of ASCII bytes to chars, from {@code pos} to the first other byte, to {@code end}
   * or to fewer than eight chars of room. At least eight bytes before {@code end} belong to the
   * caller. Each store of eight chars has their room checked; of the last eight, those past the run
   * are overwritten by what follows.
   *
   * @return the length of the run
   */
  static int widen(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int limit = Math.min(end - pos, dend - dpos - 7);
    if (limit >= LONG_RUN && isBlock(src, pos)) {
      int run = prefix(src, pos, pos + limit);
      Latin1.inflate(src, pos, dst, dpos, run);
      return run;
    }
    int i = 0;
    while (i < limit) {
      long word = Words.getPadded(src, pos + i, end);
      Words.put8(dst, dpos + i, word);
      long other = word & Words.HIGH_BITS;
      if (other != 0) {
        return i + (Long.numberOfTrailingZeros(other) >>> 3);
      }
      i += 8;
    }
    return i;
  }

  /**
   * Narrows a run of ASCII chars to bytes while eight chars are left and eight bytes of room; of
   * the last eight stored, those past the run are overwritten by what follows.
   *
   * @return how many were narrowed
   */
  static int narrow(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int limit = Math.min(end - pos, dend - dpos);
    int i = 0;
    while (i <= limit - 8) {
      long low = Words.get4(src, pos + i);
      long high = Words.get4(src, pos + i + 4);
      Words.put(dst, dpos + i, squeeze(low) | squeeze(high) << 32);
      if (((low | high) & NOT_ASCII) != 0) {
        int inLow = asciiLanes(low);
        return i + inLow + (inLow == 4 ? asciiLanes(high) : 0);
      }
      i += 8;
      if (i == LONG_RUN && limit >= 4 * LONG_RUN) {
        return i + Latin1.narrow(src, pos + i, dst, dpos + i, limit - i);
      }
    }
    return i;
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
