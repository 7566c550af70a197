package io.utflow.codec.kernel;

/**
 * Runs of two-byte UTF-8, U+0080 to U+07FF, with the ASCII of their spaces and commas: Arabic,
 * Cyrillic, Greek, Hebrew.
 *
 * <p>A block is sixteen bytes: two words of four lanes, a lane a would-be character. Each lane is
 * checked against the row {@code C2..DF 80..BF} of Table 3-7, all eight are converted and stored,
 * and the position advances by the number of good lanes before the first bad one and up to two
 * ASCII bytes after them. A word of the language ends at random, so a branch for its end would be
 * mispredicted; the count costs none.
 *
 * <p>Bounds: words are read by {@link Words#getPadded}, which stops at {@code end} and pads with
 * FF, a bad lane. A block stores at most {@value #ROOM} chars, whose room is checked first.
 */
final class TwoByteRuns {
  /** Eight characters and two of ASCII. */
  private static final int ROOM = 10;

  private static final int BYTES_OF_ROOM = 10;

  private static final long LANES = Words.LANES;

  private TwoByteRuns() {}

  /** Decodes while the next character has two bytes. Eight bytes before {@code end} are ours. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - 16;
    int dlast = dend - ROOM;
    while (p <= last && d <= dlast) {
      long low = Words.get(src, p);
      long high = Words.get(src, p + 8);
      int count = count(low, high);
      if (count == 0) {
        return Kernel.progress(p - pos, d - dpos);
      }
      int ascii = store(low, high, count, dst, d);
      p += 2 * count + ascii;
      d += count + ascii;
    }
    return Kernel.progress(p - pos, d - dpos) + decodeTail(src, p, end, dst, d, dend);
  }

  /** The last blocks, fewer than sixteen bytes, read with padding. */
  private static long decodeTail(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && dend - d >= ROOM) {
      long low = Words.getPadded(src, p, end);
      long high = Words.getPadded(src, p + 8, end);
      int count = count(low, high);
      if (count == 0) {
        break;
      }
      int ascii = store(low, high, count, dst, d);
      p += 2 * count + ascii;
      d += count + ascii;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /**
   * Stores eight characters and the two bytes after {@code count}; the answer: how many of these
   * are ASCII.
   */
  private static int store(long low, long high, int count, char[] dst, int d) {
    Words.put4(dst, d, characters(low));
    Words.put4(dst, d + 4, characters(high));
    int next = next(low, high, count);
    dst[d + count] = (char) (next & 0xFF);
    dst[d + count + 1] = (char) (next >>> 8 & 0xFF);
    return Words.trailingAscii(next);
  }

  /** The length in bytes of the run that {@link #decode} would decode. */
  static int length(byte[] src, int pos, int end) {
    int p = pos;
    while (p < end) {
      long low = Words.getPadded(src, p, end);
      long high = Words.getPadded(src, p + 8, end);
      int count = count(low, high);
      if (count == 0) {
        break;
      }
      p += 2 * count + Words.trailingAscii(next(low, high, count));
    }
    return p - pos;
  }

  /**
   * Encodes while the next character has two bytes: four chars a block, each lane checked to be
   * 0080 to 07FF, all stored as eight bytes, of which those of the lanes before the first bad one
   * count, and up to two of ASCII. Eight chars a block were slower: a char is a load of its own.
   */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (end - p >= 6 && dend - d >= BYTES_OF_ROOM) {
      long units = Words.get4(src, p);
      int count = Long.numberOfTrailingZeros(notTwoBytes(units)) >>> 4;
      if (count == 0) {
        break;
      }
      Words.put(dst, d, bytes(units));
      int next = src[p + count];
      int afterNext = src[p + count + 1];
      dst[d + 2 * count] = (byte) next;
      dst[d + 2 * count + 1] = (byte) afterNext;
      int ascii = Words.trailingAscii(next, afterNext);
      p += count + ascii;
      d += 2 * count + ascii;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** A bit is set in each lane that is not 0080 to 07FF. */
  private static long notTwoBytes(long units) {
    long twoByteBits = (units & 0x0780 * LANES) + 0x7F80 * LANES;
    return units & 0xF800 * LANES | ~twoByteBits & 0x8000 * LANES;
  }

  private static long bytes(long units) {
    return 0x80C0 * LANES | units >>> 6 & 0x1F * LANES | (units & 0x3F * LANES) << 8;
  }

  /** How many two-byte characters the sixteen bytes begin with, found without a branch. */
  private static int count(long low, long high) {
    int inLow = Long.numberOfTrailingZeros(bad(low)) >>> 4;
    int inHigh = Long.numberOfTrailingZeros(bad(high)) >>> 4;
    return inLow + (inHigh & -(inLow >>> 2));
  }

  /** A bit is set in each lane that is not C2..DF, 80..BF. */
  private static long bad(long word) {
    long shape = (word ^ 0x80C0 * LANES) & 0xC0E0 * LANES;
    // C0 and C1 have no bit of 1E: adding FE does not carry into the next byte.
    long overlong = ~((word & 0x1E * LANES) + 0xFE * LANES) & 0x100 * LANES;
    return shape | overlong;
  }

  private static long characters(long word) {
    return (word & 0x1F * LANES) << 6 | word >>> 8 & 0x3F * LANES;
  }

  /** The two bytes after {@code count} characters; after eight, the bytes of the fifth. */
  private static int next(long low, long high, int count) {
    // 3 - count is negative from four on. A shift counts modulo 64, so within the word.
    long word = low ^ (low ^ high) & 3 - count >> 31;
    return (int) (word >>> 16 * count);
  }
}
