/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: characters of one to three bytes in any order, by {@code Long.compress} and {@code
 * Long.expand}: words of three-byte letters. Blocks of eight bytes begin at fixed distances and
 * nothing in them is a branch, so that all text passes at one speed: 1.2 GB/s, where loops for runs
 * of one length fall to 0.4 if the runs are short.
 *
 * <p>Every byte that ends a sequence becomes one character. Its lower byte is the seven bits of the
 * byte, or its six and the lowest two of the byte before; its upper byte is the other four of that,
 * and four of the byte before that. These two are made in the place of each byte, and gathered
 * where a sequence ends.
 *
 * <p>Blocks are checked against Table 3-7: bytes that continue a sequence are where the lead bytes
 * say, those of the block before included: {@code open} has the sign of the first byte if it must
 * continue one, and of the second if that must too. E0 and ED are judged by the byte behind them,
 * which {@code next} has in their place. Bad lead bytes, and F0 and above, end the loop.
 *
 * <p>Bounds: a block is entered with nine bytes before {@code end} and eight chars before {@code
 * dend}. A sequence that the last block leaves open is not counted.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class OneToThreeByteBlocks {
  private static final int BLOCK = 8;
  private static final long BYTES = 0x0101010101010101L;
  private static final long SIGNS = Words.HIGH_BITS;

  private OneToThreeByteBlocks() {}

  /** Decodes up to a block that holds a sequence which is ill-formed or longer. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - BLOCK - 1;
    int dlast = dend - BLOCK;
    long open = 0;
    long before = 0;
    long trailsBefore = 0;
    while (p <= last && d <= dlast) {
      long word = Words.get(src, p);
      long next = Words.get(src, p + 1);
      long leads = word & word << 1 & SIGNS;
      long leadsOfThree = leads & word << 2;
      long trails = word & ~(word << 1) & SIGNS;
      long expected = leads << 8 | leadsOfThree << 16 | open;
      if ((trails ^ expected | badLeads(word, next, leads, leadsOfThree)) != 0) {
        break;
      }
      long going = leads | leadsOfThree << 8 | open >>> 8;
      open = leads >>> 56 | leadsOfThree >>> 48;
      long second = whole(trails);
      long third = second & (second << 8 | trailsBefore);
      trailsBefore = second >>> 56;
      long one = (word << 8 | before >>> 56) & second;
      long two = (word << 16 | before >>> 48) & third;
      before = word;
      long ends = ~whole(going);
      long lower = BitGather.compress(word & 0x7F * BYTES | (one & 0x03 * BYTES) << 6, ends);
      long upper = one >>> 2 & 0x0F * BYTES | (two & 0x0F * BYTES) << 4;
      upper = BitGather.compress(upper, ends);
      Words.put4(dst, d, lanes(lower) | lanes(upper) << 8);
      Words.put4(dst, d + 4, lanes(lower >>> 32) | lanes(upper >>> 32) << 8);
      d += BLOCK - Long.bitCount(going);
      p += BLOCK;
    }
    return Kernel.progress(p - opened(open, before) - pos, d - dpos);
  }

  /** Not zero if a lead byte is C0, C1, F0 or above, or E0 or ED and what follows is not for it. */
  private static long badLeads(long word, long next, long leads, long leadsOfThree) {
    long nibbles = word & 0x0F * BYTES;
    long sixth = next << 2;
    // Signs: E0 needs A0 or above behind it, ED needs less than that.
    long badE0 = ~(nibbles + 0x7F * BYTES | sixth);
    long badED = ~((nibbles ^ 0x0D * BYTES) + 0x7F * BYTES) & sixth;
    long noValue = ~((word & 0x1E * BYTES) + 0x7E * BYTES);
    return leadsOfThree & (word << 3 | badE0 | badED) | leads & ~leadsOfThree & noValue;
  }

  /** How many bytes have been read of a sequence that lacks the signs of {@code open}. */
  private static int opened(long open, long lastWord) {
    return open == 0 ? 0 : lastWord >>> 62 == 3 ? 1 : 2;
  }

  /** All eight bits of each byte whose sign is set in {@code signs}. */
  private static long whole(long signs) {
    return signs | signs - (signs >>> 7);
  }

  private static long lanes(long bytes) {
    return BitGather.expand(bytes, 0x00FF * Words.LANES);
  }
}
