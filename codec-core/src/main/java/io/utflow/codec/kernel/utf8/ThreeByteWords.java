/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.WordEnds;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: words of three-byte letters with spaces and marks, and short texts of ASCII, between them:
 * Korean, the scripts of India, Georgian. Where such a word ends cannot be predicted, so there is
 * no branch on it.
 *
 * <p>A block is a word of at most four letters and up to two ASCII bytes behind it: {@link
 * WordEnds} tells where the letters end, and where the next block begins. Two words of two lanes of
 * 24 bits are converted and stored, whatever they hold; only the lanes of the letters are checked.
 * Where there is more ASCII, it is widened eight bytes at a time as in {@link ShortRuns}: to leave
 * the loop for it made lists of words, as user interfaces have them, pass at 0.8 of the speed.
 *
 * <p>One word is checked before the next is loaded: with both in flight C2 runs out of registers,
 * and Korean passes at two thirds of the speed. A count of blocks without ASCII, to leave the loop,
 * cost a tenth; so the caller gives it a stretch of the input, and looks at the words between.
 *
 * <p>Bounds: a block is entered with {@value #BLOCK} bytes before {@code end}, of which the last
 * eight are loaded behind four letters, and, for no byte becomes more than a char, as far from
 * {@code dend}, less what {@value #ROOM} leave.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
final class ThreeByteWords {
  private static final int BLOCK = 20;

  /** Four letters and eight of ASCII. */
  private static final int ROOM = 12;

  /** Behind the fourth letter. */
  private static final int LETTERS = 12;

  private static final long SIGNS_OF_SIX = 0x0000808080808080L;
  private static final long SIGNS_OF_SEVEN = 0x0080808080808080L;

  /** The bits of a word in which letters end at the index, from lane to lane; of both words. */
  private static final long[] LOW_LANES = new long[16];

  private static final long[] HIGH_LANES = new long[16];

  static {
    for (int i = 1; i <= LETTERS; i++) {
      LOW_LANES[i] = i > 3 ? 0xFFFFFFFFFFFFL : 0xFFFFFFL;
      HIGH_LANES[i] = i > 9 ? 0xFFFFFFFFFFFFL : i > 6 ? 0xFFFFFFL : 0;
    }
  }

  private ThreeByteWords() {}

  /** Decodes up to a block with anything but ASCII and three-byte letters, or less than a block. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = pos + Math.min(end - pos - BLOCK, dend - dpos - ROOM);
    while (p <= last) {
      long low = Words.get(src, p);
      int ascii = WordEnds.of(low, SIGNS_OF_SIX);
      long letters = ThreeByteRuns.characters(low);
      ThreeByteRuns.put2(dst, d, letters);
      long high = Words.get(src, p + 6);
      ascii |= WordEnds.of(high, SIGNS_OF_SEVEN) << 6;
      int stop = WordEnds.stop(ascii, LETTERS);
      int start = WordEnds.start(ascii, LETTERS);
      // A start that is not a multiple of three is in a lane that is checked, and bad.
      if ((ThreeByteRuns.bad(low, letters) & LOW_LANES[start & 15]) != 0) {
        break;
      }
      letters = ThreeByteRuns.characters(high);
      ThreeByteRuns.put2(dst, d + 2, letters);
      if ((ThreeByteRuns.bad(high, letters) & HIGH_LANES[start & 15]) != 0) {
        break;
      }
      int count = start * 43 >> 7;
      d += count;
      int behind = Words.getInt(src, p + start);
      dst[d] = (char) (behind & 0xFF);
      dst[d + 1] = (char) (behind >>> 8 & 0xFF);
      if (stop - start > 2) {
        p += start;
        int more;
        do {
          long word = Words.get(src, p);
          Words.put4(dst, d, lanes(word & 0xFFFFFFFFL));
          Words.put4(dst, d + 4, lanes(word >>> 32));
          more = Long.numberOfTrailingZeros(word & Words.HIGH_BITS) >>> 3;
          p += more;
          d += more;
        } while (more == 8 && p <= last);
        continue;
      }
      d += stop - start;
      p += stop;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Four bytes in lanes of 16 bits. */
  private static long lanes(long bytes) {
    long pairs = (bytes | bytes << 16) & 0x0000FFFF0000FFFFL;
    return (pairs | pairs << 8) & 0x00FF * Words.LANES;
  }
}
