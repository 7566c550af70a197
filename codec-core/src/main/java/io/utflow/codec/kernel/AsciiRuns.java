package io.utflow.codec.kernel;

/**
 * Runs of ASCII with, here and there, one longer character among them: the accents of French,
 * German, Turkish, typographic quotes, emoji. A {@link LoneCharacter} is taken in passing; before
 * two in a row the run ends.
 *
 * <p>Decoding, a plain loop takes the short runs, for it beats words wherever runs end without a
 * pattern; where 64 bytes of nothing but ASCII follow, {@link JdkAscii} takes over. Encoding, a
 * block is eight chars, of which those before the first that is not ASCII count and the others are
 * overwritten by what follows.
 *
 * <p>Bounds: the loop's limit is what both ranges hold. A block of chars is read with eight before
 * {@code end} and written with more than {@value #ROOM} bytes before {@code dend}: at most seven of
 * ASCII, and the four that a lone character stores. Decoding, that stores at most two chars.
 */
final class AsciiRuns {
  private static final int ROOM = 10;

  /** From here on the call into {@link JdkAscii} pays. */
  private static final int LONG_RUN = 64;

  /** So far a run is followed before all that is left is taken for one. */
  private static final int LOOK_AHEAD = 512;

  /** The same once there has been something else. */
  private static final int LONG_LOOK_AHEAD = 2048;

  /** Given more than the run, the coder of these JDKs goes byte by byte. */
  private static final boolean MUST_BOUND = Runtime.version().feature() < 19;

  /** For the encoder, which costs an allocation and more time to make, from here on. */
  private static final int LONG_RUN_OF_CHARS = 128;

  /** So many blocks of nothing but ASCII, and the encoder looks for a long run again. */
  private static final int PATIENCE = 16;

  private static final long NOT_ASCII = 0xFF80 * Words.LANES;

  private AsciiRuns() {}

  /** Decodes while the next character is ASCII, or has ASCII behind it. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      int run = run(src, p, end, dst, d, dend, p == pos ? LOOK_AHEAD : LONG_LOOK_AHEAD);
      p += run;
      d += run;
      int length = dend - d < 2 ? 0 : LoneCharacter.bytes(src, p, end);
      if (length == 0) {
        return Kernel.progress(p - pos, d - dpos);
      }
      d = LoneCharacter.decode(src, p, length, dst, d);
      p += length;
    }
  }

  private static int run(byte[] src, int p, int end, char[] dst, int d, int dend, int lookAhead) {
    int limit = Math.min(end - p, dend - d);
    if (isLong(src, p, p + limit)) {
      return JdkAscii.widen(src, p, dst, d, bound(src, p, limit, lookAhead));
    }
    int i = 0;
    while (i < limit && src[p + i] >= 0) {
      dst[d + i] = (char) src[p + i];
      i++;
    }
    return i;
  }

  /**
   * A limit for {@link JdkAscii}: the length of the run, or all if that is long, or short and ends
   * in ASCII.
   */
  private static int bound(byte[] src, int p, int limit, int lookAhead) {
    if (!MUST_BOUND || limit <= LOOK_AHEAD && isAscii32(src, p + limit - 32)) {
      return limit;
    }
    int run = Ascii.prefix(src, p, p + Math.min(limit, lookAhead));
    return run < lookAhead ? run : limit;
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

  /** The length in bytes of a run of ASCII and of a lone character behind it. */
  static int length(byte[] src, int pos, int end) {
    int p = pos + shortRun(src, pos, end);
    if (p < end && src[p] >= 0) {
      p += Ascii.prefix(src, p, end);
    }
    return p - pos + LoneCharacter.bytes(src, p, end);
  }

  /** Up to eight bytes, one by one: cheaper than words where runs are short. */
  private static int shortRun(byte[] src, int p, int end) {
    int limit = Math.min(end - p, 8);
    int i = 0;
    while (i < limit && src[p + i] >= 0) {
      i++;
    }
    return i;
  }

  /** Encodes while the next character is ASCII, or has ASCII behind it. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      int run = longRun(src, p, end, dst, d, dend);
      p += run;
      d += run;
      long blocks = encodeBlocks(src, p, end, dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
    } while (p != from && p < end && src[p] < 0x80);
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Encodes up to several blocks of nothing but ASCII, in which there may be more of it. */
  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (end - p >= 8 && dend - d > ROOM && asciiBlocks < PATIENCE) {
      long low = Words.get4(src, p);
      long high = Words.get4(src, p + 4);
      Words.put(dst, d, squeeze(low) | squeeze(high) << 32);
      if (((low | high) & NOT_ASCII) == 0) {
        p += 8;
        d += 8;
        asciiBlocks++;
        continue;
      }
      int inLow = asciiLanes(low);
      int ascii = inLow + (asciiLanes(high) & -(inLow >>> 2));
      p += ascii;
      d += ascii;
      int length = LoneCharacter.units(src, p, end);
      if (length == 0) {
        break;
      }
      d = LoneCharacter.encode(src, p, dst, d);
      p += length;
      asciiBlocks = 0;
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

  private static int asciiLanes(long lanes) {
    return Long.numberOfTrailingZeros(lanes & NOT_ASCII) >>> 4;
  }

  /** Four lanes of 16 bits to four bytes, right up to the first lane that is not ASCII. */
  private static long squeeze(long lanes) {
    long pairs = (lanes | lanes >>> 8) & 0x0000FFFF0000FFFFL;
    return (pairs | pairs >>> 16) & 0xFFFFFFFFL;
  }
}
