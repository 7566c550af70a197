/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: runs of three-byte sequences as {@link ThreeByteRuns} decodes them, by {@code
 * Long.compress}, of JDK 19 and later: Chinese, Japanese, Thai.
 *
 * <p>A block is twelve bytes: two words of two sequences. One {@code compress} a word takes the
 * four, six and six value bits of both sequences out of 48 bits. The four characters are then the
 * four lanes of one {@code long}, in which they are checked and stored together. Where a run ends,
 * its last characters and up to two ASCII bytes behind them are taken without a branch on how many
 * there are, so a run costs one branch that no processor predicts, and Thai, whose runs have some
 * eighteen letters, passes at 1.5 GB/s.
 *
 * <p>Bounds: a block is entered with {@value #WINDOW} bytes before {@code end}, for the second word
 * begins at its sixth byte, and {@value #ROOM} chars before {@code dend}.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class ThreeByteBlocks {
  private static final int BLOCK = 12;
  private static final int WINDOW = 14;

  /** Four letters and two of ASCII. */
  private static final int ROOM = 6;

  /** The value bits of two sequences in the upper six bytes of a word, and below the other bits. */
  private static final long VALUE_BITS = 0x0F3F3F0F3F3F0000L;

  private static final long SHAPE_BITS = 0xF0C0C0F0C0C00000L;
  private static final long SHAPE = 0xE08080E080800000L;

  private ThreeByteBlocks() {}

  /** Decodes up to several short words, up to more ASCII, or up to anything else. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - WINDOW;
    int dlast = dend - ROOM;
    int recent = ThreeByteRuns.RUNS_BEFORE;
    int run = pos;
    while (p <= last && d <= dlast && recent >= ThreeByteRuns.SHORT_WORDS) {
      long first = Long.reverseBytes(Words.get(src, p));
      long second = Long.reverseBytes(Words.get(src, p + 6));
      long units =
          pair(BitGather.compress(first, VALUE_BITS))
              | pair(BitGather.compress(second, VALUE_BITS)) << 32;
      Words.put4(dst, d, units);
      long badFirst = (first ^ SHAPE) & SHAPE_BITS;
      long badSecond = (second ^ SHAPE) & SHAPE_BITS;
      long badUnits = badUnits(units);
      if ((badFirst | badSecond | badUnits) == 0) {
        p += BLOCK;
        d += 4;
        continue;
      }
      int count = sequencesBefore(badFirst);
      count += sequencesBefore(badSecond) & -(count >>> 1);
      count = Math.min(count, Long.numberOfTrailingZeros(badUnits) >>> 4);
      if (count == 0) {
        break;
      }
      p += 3 * count;
      d += count;
      int behind = Words.getInt(src, p);
      dst[d] = (char) (behind & 0xFF);
      dst[d + 1] = (char) (behind >>> 8 & 0xFF);
      int ascii = Words.trailingAscii(behind);
      p += ascii;
      d += ascii;
      recent = ThreeByteRuns.recentRuns(recent, p - run);
      run = p;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Leading zeros divided by 24; 64 zeros, when no bit is bad, give 2. */
  private static int sequencesBefore(long bad) {
    return Long.numberOfLeadingZeros(bad) * 43 >>> 10;
  }

  /** Two lanes of 16 bits in the order in which they are stored. */
  private static long pair(long gathered) {
    return Integer.rotateLeft((int) gathered, 16) & 0xFFFFFFFFL;
  }

  /**
   * The sign of each lane that is below 0800 or a surrogate. In the former the upper five bits are
   * zero, in the latter they are after an exclusive or with D800.
   */
  private static long badUnits(long units) {
    long noSurrogates = units ^ 0xD800 * Words.LANES;
    return ~(upperBits(units) & upperBits(noSurrogates)) & 0x8000 * Words.LANES;
  }

  /** Sets the sign of each lane in which any of the upper five bits is set. */
  private static long upperBits(long lanes) {
    return (lanes & 0x7800 * Words.LANES) + 0x7800 * Words.LANES | lanes;
  }
}
