package io.utflow.codec.kernel;

/**
 * Eight bytes at a time. With the high bit of a lane off, no sum carries into the next lane: {@code
 * low + 0x76} has the high bit of a byte from 0A on, {@code low + 0x72} from 0E on; so it is with
 * 16-bit lanes and {@code 0x7FF6}, {@code 0x7FF2}.
 *
 * <p>Bounds: a word is read where eight bytes are left before {@code to}.
 *
 * <p>Checked by {@code ControlSearchTest} at every start, end and place.
 */
final class WordControlSearch implements ControlSearch {
  static final ControlSearch INSTANCE = new WordControlSearch();

  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS_16 = 0x8000 * Words.LANES;

  private WordControlSearch() {}

  @Override
  public int find(byte[] bytes, int from, int to) {
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      long hit = controls(word & ~Words.HIGH_BITS) & ~word & Words.HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < to && (bytes[i] > '\r' || bytes[i] < '\n')) {
      i++;
    }
    return i;
  }

  @Override
  public int findOrNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      long hit = (controls(word & ~Words.HIGH_BITS) | word) & Words.HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < to && (bytes[i] > '\r' || bytes[i] >= 0 && bytes[i] < '\n')) {
      i++;
    }
    return i;
  }

  @Override
  public long findUtf8(byte[] bytes, int from, int to) {
    int less = 0;
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      long hit = controls(word & ~Words.HIGH_BITS) & ~word & Words.HIGH_BITS;
      if (hit != 0) {
        i += Long.numberOfTrailingZeros(hit) >>> 3;
        less += lessThanBytes(word & (hit & -hit) - 1);
        return Kernel.progress(i - from, i - from - less);
      }
      less += lessThanBytes(word);
    }
    while (i < to && (bytes[i] > '\r' || bytes[i] < '\n')) {
      less += lessThanBytes(bytes[i] & 0xFF);
      i++;
    }
    return Kernel.progress(i - from, i - from - less);
  }

  /** So many chars less than bytes: a continuation is none, a lead of four bytes is two. */
  private static int lessThanBytes(long word) {
    long high = word & Words.HIGH_BITS;
    long continues = high & ~(word << 1);
    long fourLeads = high & word << 1 & word << 2 & word << 3;
    return Long.bitCount(continues) - Long.bitCount(fourLeads);
  }

  private static long controls(long low) {
    return low + 0x76 * EACH & ~(low + 0x72 * EACH);
  }

  @Override
  public int findUtf16(byte[] bytes, int from, int to, boolean bigEndian) {
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      // Big-endian units have their values in the reversed word, in reversed order.
      long units = bigEndian ? Long.reverseBytes(word) : word;
      long low = units & ~HIGH_BITS_16;
      long hit = low + 0x7FF6 * Words.LANES & ~(low + 0x7FF2 * Words.LANES | units) & HIGH_BITS_16;
      if (hit != 0) {
        int lane = bigEndian ? Long.numberOfLeadingZeros(hit) : Long.numberOfTrailingZeros(hit);
        return i + (lane >>> 4) * 2;
      }
    }
    int high = bigEndian ? 0 : 1;
    while (i < to && (bytes[i + high] != 0 || !isControl(bytes[i + 1 - high]))) {
      i += 2;
    }
    return i;
  }

  private static boolean isControl(byte b) {
    return b >= '\n' && b <= '\r';
  }
}
