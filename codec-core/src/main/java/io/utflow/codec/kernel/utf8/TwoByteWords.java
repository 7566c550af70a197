/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.WordEnds;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: words of two-byte letters with spaces and marks between them, as {@link ThreeByteWords}
 * decodes those of three: Arabic, Cyrillic, Greek, Hebrew.
 *
 * <p>A block is a word of at most seven letters and up to three ASCII bytes behind it: {@link
 * WordEnds} tells where the letters end, and where the next block begins. Two words of four lanes
 * of 16 bits are converted and stored, whatever they hold; only the lanes of the letters are
 * checked.
 *
 * <p>Bounds: a block is entered with {@value #BLOCK} bytes before {@code end}, of which the last
 * four are those behind seven letters, and {@value #ROOM} chars before {@code dend}.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
final class TwoByteWords {
  private static final int BLOCK = 18;

  /** Seven letters and three of ASCII. */
  private static final int ROOM = 10;

  /** Behind the seventh letter. */
  private static final int LETTERS = 14;

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

  /** Decodes up to three ASCII bytes that another follows, or up to a block with anything else. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - BLOCK;
    int dlast = dend - ROOM;
    while (p <= last && d <= dlast) {
      long low = Words.get(src, p);
      int ascii = WordEnds.of(low, Words.HIGH_BITS);
      Words.put4(dst, d, TwoByteRuns.characters(low));
      long high = Words.get(src, p + 8);
      ascii |= WordEnds.of(high, SIGNS_OF_SEVEN) << 8;
      int stop = WordEnds.stop(ascii, LETTERS);
      int start = WordEnds.start(ascii, LETTERS);
      // A start that is odd is in a lane that is checked, and bad.
      if ((TwoByteRuns.bad(low) & LOW_LANES[start & 15]) != 0) {
        break;
      }
      Words.put4(dst, d + 4, TwoByteRuns.characters(high));
      if ((TwoByteRuns.bad(high) & HIGH_LANES[start & 15]) != 0) {
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
}
