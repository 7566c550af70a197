/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.WordEnds;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: words of two-byte letters with spaces and marks between them: Arabic, Cyrillic, Greek,
 * Hebrew. The end of such a word cannot be predicted, so there is no branch on it.
 *
 * <p>A block is a word of at most seven letters and up to three ASCII bytes after it: {@link
 * WordEnds} tells where the letters end, and where the next block begins. Two words of four lanes
 * of 16 bits are converted and stored, whatever they hold; only the lanes of the letters are
 * checked.
 *
 * <p>Bounds: a block is entered with {@value #BLOCK} bytes before {@code end}, of which the last
 * four come after seven letters, and {@value #ROOM} chars before {@code dend}.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class TwoByteWords {
  private static final int BLOCK = 18;

  /** Seven letters and three of ASCII. */
  private static final int ROOM = 10;

  /** The number of bytes of other text that are decoded before words are looked for again. */
  private static final int OTHER = 32;

  /** The index after the seventh letter. */
  private static final int LETTERS = 14;

  private static final long LANES = Words.LANES;

  private static final long SIGNS_OF_SEVEN = 0x0080808080808080L;

  /** The bits of a word in which letters end at the index, from lane to lane; of both words. */
  private static final long[] LOW_LANES = new long[16];

  private static final long[] HIGH_LANES = new long[16];

  static {
    for (int i = 1; i <= LETTERS; i++) {
      LOW_LANES[i] = lanes(i);
      HIGH_LANES[i] = i > 8 ? lanes(i - 8) : 0;
    }
  }

  private TwoByteWords() {}

  /** The lanes in which the first {@code bytes} of a word are. */
  private static long lanes(int bytes) {
    return bytes > 6 ? -1 : (1L << 16 * (bytes + 1 >> 1)) - 1;
  }

  /**
   * Decodes from a two-byte sequence on, up to three ASCII bytes that another follows, or less than
   * a block. {@link ShortRuns} decodes short stretches without words, such as dashes and quotes.
   */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long run;
    do {
      run = decodeWords(src, p, end, dst, d, dend);
      if (run == 0) {
        run = ShortRuns.decode(src, p, p + Math.min(end - p, OTHER), dst, d, dend);
      }
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (run != 0 && p < end && src[p] < 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Decodes up to three ASCII bytes that another follows, or up to a block with anything else. */
  private static long decodeWords(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - BLOCK;
    int dlast = dend - ROOM;
    while (p <= last && d <= dlast) {
      long low = Words.get(src, p);
      int ascii = WordEnds.of(low, Words.HIGH_BITS);
      Words.put4(dst, d, characters(low));
      long high = Words.get(src, p + 8);
      ascii |= WordEnds.of(high, SIGNS_OF_SEVEN) << 8;
      int stop = WordEnds.stop(ascii, LETTERS);
      int start = WordEnds.start(ascii, LETTERS);
      // A start that is odd is in a lane that is checked, and bad.
      if ((bad(low) & LOW_LANES[start & 15]) != 0) {
        break;
      }
      Words.put4(dst, d + 4, characters(high));
      if ((bad(high) & HIGH_LANES[start & 15]) != 0) {
        break;
      }
      d += start >> 1;
      int behind = Words.getInt(src, p + start);
      dst[d] = (char) (behind & 0xFF);
      dst[d + 1] = (char) (behind >>> 8 & 0xFF);
      dst[d + 2] = (char) (behind >>> 16 & 0xFF);
      if (stop - start > 3) {
        return Kernel.progress(p + start + 3 - pos, d + 3 - dpos);
      }
      d += stop - start;
      p += stop;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Not zero in each lane that is not C2..DF, 80..BF. */
  private static long bad(long word) {
    long shape = (word ^ 0x80C0 * LANES) & 0xC0E0 * LANES;
    // C0 and C1 have none of the bits 1E, so adding FE to those does not carry into the next byte.
    long overlong = ~((word & 0x1E * LANES) + 0xFE * LANES) & 0x100 * LANES;
    return shape | overlong;
  }

  private static long characters(long word) {
    return (word & 0x1F * LANES) << 6 | word >>> 8 & 0x3F * LANES;
  }
}
