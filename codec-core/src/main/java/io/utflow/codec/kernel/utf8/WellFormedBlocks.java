/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: finds the well-formed prefix. Blocks of eight bytes begin at fixed distances and the only
 * branch in them is on the presence of four-byte characters, so all text passes at about one speed,
 * whether a processor has learnt it or not.
 *
 * <p>Blocks are checked against Table 3-7: bytes that continue a sequence are where the lead bytes
 * say, those of the block before included: {@code open} has the signs of the first bytes that must
 * continue one. C0 and C1 have no value bits but the lowest. E0, ED, F0 and F4 are judged by the
 * byte after them, which {@code next} has in their place.
 *
 * <p>Bounds: a block is entered with nine bytes before {@code end}. A sequence that the last block
 * leaves open is not counted; it begins in that block.
 */
public final class WellFormedBlocks {
  private static final int BLOCK = 8;
  private static final long BYTES = 0x0101010101010101L;
  private static final long SIGNS = Words.HIGH_BITS;

  private WellFormedBlocks() {}

  /** The length in bytes of some well-formed prefix, which ends between characters. */
  public static int length(byte[] src, int pos, int end) {
    int p = pos;
    int last = end - BLOCK - 1;
    long open = 0;
    while (p <= last) {
      long word = Words.get(src, p);
      long next = Words.get(src, p + 1);
      long leads = word & word << 1 & SIGNS;
      long longer = leads & word << 2;
      long four = longer & word << 3;
      long trails = word & ~(word << 1) & SIGNS;
      long expected = leads << 8 | longer << 16 | four << 24 | open;
      long bad = trails ^ expected | badLeads(word, next, leads, longer, four);
      if (four != 0) {
        bad |= badFour(word, next) & four;
      }
      if (bad != 0) {
        break;
      }
      open = leads >>> 56 | longer >>> 48 | four >>> 40;
      p += BLOCK;
    }
    return p - pos - (open == 0 ? 0 : opened(src, p));
  }

  /** Not zero if a lead byte is C0 or C1, or is E0 or ED and the next byte must not follow it. */
  private static long badLeads(long word, long next, long leads, long longer, long four) {
    long nibbles = word & 0x0F * BYTES;
    long sixth = next << 2;
    // Signs: E0 needs A0 or above behind it, ED needs less than that.
    long badE0 = ~(nibbles + 0x7F * BYTES | sixth);
    long badED = ~((nibbles ^ 0x0D * BYTES) + 0x7F * BYTES) & sixth;
    long noValue = ~((word & 0x1E * BYTES) + 0x7E * BYTES);
    return longer & ~four & (badE0 | badED) | leads & ~longer & noValue;
  }

  /** The signs of bytes F5 and above, and of F0 and F4 if the next byte must not follow them. */
  private static long badFour(long word, long next) {
    long nibbles = word & 0x0F * BYTES;
    // Signs: F0 needs 90 or above behind it, F4 needs less than that.
    long upper = next << 2 | next << 3;
    long badF0 = ~(nibbles + 0x7F * BYTES | upper);
    long badF4 = ~((nibbles ^ 0x04 * BYTES) + 0x7F * BYTES) & upper;
    return nibbles + 0x7B * BYTES | badF0 | badF4;
  }

  /** The number of bytes before {@code p} in a sequence that goes on there. */
  private static int opened(byte[] src, int p) {
    return src[p - 1] >= -64 ? 1 : src[p - 2] >= -64 ? 2 : 3;
  }
}
