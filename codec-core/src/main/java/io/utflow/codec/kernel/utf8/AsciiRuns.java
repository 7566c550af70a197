/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: runs of ASCII. Decoding, those of 64 bytes and more, by {@link JdkAscii}; {@link
 * ShortRuns} takes others. Encoding, those with, here and there, one longer character among them,
 * such as the accents of French, German and Turkish, typographic quotes, emoji: a {@link
 * SingleCharacter} is converted within the loop; before two longer characters in a row it ends. A
 * block is eight chars: all eight are narrowed and stored, those before the first that is not ASCII
 * count, and what follows overwrites the others.
 *
 * <p>Bounds: loops run up to what both ranges hold. Encoding, a block is entered with eight chars
 * before {@code end} and more than {@value #ROOM} bytes before {@code dend}: at most seven of
 * ASCII, and the four that a single character stores.
 */
public final class AsciiRuns {
  private static final int ROOM = 10;

  /** The least number of bytes for which the call into {@link JdkAscii} pays. */
  private static final int LONG_RUN = 64;

  /**
   * A first run that is ASCII for this many bytes is given to {@link JdkAscii} without a known end.
   */
  private static final int LOOK_AHEAD = 256;

  /** The same for later runs, which are known to alternate with other text. */
  private static final int LONG_LOOK_AHEAD = 2048;

  /**
   * Before JDK 19 the JDK's coder falls back to a loop over bytes if its input is not all ASCII.
   */
  private static final boolean MUST_BOUND = Runtime.version().feature() < 19;

  /** The least number of chars for which it pays encoding: an encoder costs more to make. */
  private static final int LONG_RUN_OF_CHARS = 128;

  /** After this many blocks of ASCII in a row the encoder looks for a long run again. */
  private static final int MAX_ASCII_BLOCKS = 16;

  private static final long NOT_ASCII = 0xFF80 * Words.LANES;

  private AsciiRuns() {}

  /**
   * Decodes a run that {@link #isLong}, and of a run longer than a known length more. Before JDK 19
   * none, if it is the first and shorter than that: {@link MostlyAscii} reads it with what follows.
   *
   * @param isFirst whether no other text is known to be near
   */
  public static long decodeLong(
      byte[] src, int p, int end, char[] dst, int d, int dend, boolean isFirst) {
    int limit = Math.min(end - p, dend - d);
    int lookAhead = isFirst ? LOOK_AHEAD : LONG_LOOK_AHEAD;
    int length = bound(src, p, limit, lookAhead);
    if (isFirst && MUST_BOUND && length < lookAhead && MostlyAscii.isRoom(end - p, dend - d)) {
      return 0;
    }
    int run = JdkAscii.widen(src, p, dst, d, length);
    return Kernel.progress(run, run);
  }

  /** A run of nothing but ASCII. */
  public static int run(byte[] src, int p, int end, char[] dst, int d, int dend, int lookAhead) {
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
   * How many bytes to give to {@link JdkAscii}: all, where that is harmless, because they are few
   * and end in ASCII, or because the run is long; else the length of the run.
   */
  private static int bound(byte[] src, int p, int limit, int lookAhead) {
    if (!MUST_BOUND || limit <= LOOK_AHEAD && isAscii32(src, p + limit - 32)) {
      return limit;
    }
    int run = Ascii.prefix(src, p, p + Math.min(limit, lookAhead));
    return run < lookAhead ? run : limit;
  }

  /** Whether a run that is long enough for {@link JdkAscii} begins at {@code p}. */
  public static boolean isLong(byte[] src, int p, int end) {
    return end - p >= LONG_RUN && isAscii32(src, p) && isAscii32(src, p + 32);
  }

  private static boolean isAscii32(byte[] src, int p) {
    long first = Words.get(src, p) | Words.get(src, p + 8);
    long second = Words.get(src, p + 16) | Words.get(src, p + 24);
    return ((first | second) & Words.HIGH_BITS) == 0;
  }

  /**
   * Encodes characters below U+0100, each of which is a byte of the source: words of ASCII as they
   * are, and one other in a word behind the ASCII before it. What follows overwrites the rest.
   */
  public static long encodeLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (end - p >= 8 && dend - d > ROOM) {
      long word = Words.get(src, p);
      Words.put(dst, d, word);
      long longer = word & Words.HIGH_BITS;
      if (longer == 0) {
        p += 8;
        d += 8;
        continue;
      }
      int ascii = Long.numberOfTrailingZeros(longer) >>> 3;
      p += ascii;
      d = putTwo(src[p++], dst, d + ascii);
    }
    while (p < end && dend - d >= 2) {
      if (src[p] < 0) {
        d = putTwo(src[p++], dst, d);
      } else {
        dst[d++] = src[p++];
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private static int putTwo(int latin1, byte[] dst, int d) {
    dst[d] = (byte) (0xC0 | latin1 >>> 6 & 3);
    dst[d + 1] = (byte) (0x80 | latin1 & 0x3F);
    return d + 2;
  }

  /** Encodes while the next character is ASCII, or is followed by ASCII. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
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

  /** Encodes until several blocks in a row are ASCII, for which {@link #longRun} may be faster. */
  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (end - p >= 8 && dend - d > ROOM && asciiBlocks < MAX_ASCII_BLOCKS) {
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
      int length = SingleCharacter.units(src, p, end);
      if (length == 0) {
        break;
      }
      d = SingleCharacter.encode(src, p, dst, d);
      p += length;
      asciiBlocks = 0;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /**
   * Narrows a run of at least {@value #LONG_RUN_OF_CHARS} ASCII chars; of a shorter run, nothing.
   */
  private static int longRun(char[] src, int p, int end, byte[] dst, int d, int dend) {
    int limit = Math.min(end - p, dend - d);
    return isLong(src, p, p + limit) ? JdkAscii.narrow(src, p, dst, d, limit) : 0;
  }

  /** Whether a run that is long enough for {@link JdkAscii} begins at {@code p}. */
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

  /**
   * Narrows four lanes of 16 bits to four bytes; right for the lanes before the first non-ASCII.
   */
  private static long squeeze(long lanes) {
    long pairs = (lanes | lanes >>> 8) & 0x0000FFFF0000FFFFL;
    return (pairs | pairs >>> 16) & 0xFFFFFFFFL;
  }
}
