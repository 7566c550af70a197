/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.utf8.AsciiWords;
import io.utflow.codec.kernel.utf8.OneAndTwoByteBlocks;
import io.utflow.codec.kernel.utf8.OneToThreeByteBlocks;
import io.utflow.codec.kernel.utf8.ThreeByteRuns;

/**
 * UTF-8 as {@link SwarUtf8Kernel} converts it, except for short runs, which {@link AsciiWords}
 * decodes, runs of two-byte characters, which {@link OneAndTwoByteBlocks} converts, and runs of
 * three-byte characters, which {@code Long.compress} decodes, in words {@link
 * OneToThreeByteBlocks}. JDK 19 and later.
 *
 * <p>A block of such a run is twelve bytes: two words of two sequences. One {@code compress} a word
 * takes the four, six and six value bits of both sequences out of 48 bits. The four characters are
 * then the four lanes of one {@code long}, in which they are checked and stored together.
 *
 * <p>Bounds: blocks are counted in advance from what fits into both ranges. The second word of a
 * block begins at its sixth byte and ends at its fourteenth, so two bytes more than the blocks are
 * asked for. What remains, and the end of each run, is left to {@link ThreeByteRuns}.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class CompressUtf8Kernel extends SwarUtf8Kernel {
  /** The only instance, for JVMs where {@link #isAvailable}. */
  public static final CompressUtf8Kernel INSTANCE = new CompressUtf8Kernel();

  /** The value bits of two sequences in the upper six bytes of a word, and below the other bits. */
  private static final long VALUE_BITS = 0x0F3F3F0F3F3F0000L;

  /** In bytes: how much is decoded by blocks before a run is looked for. */
  private static final int STRETCH = 512;

  private static final long SHAPE_BITS = 0xF0C0C0F0C0C00000L;
  private static final long SHAPE = 0xE08080E080800000L;

  private CompressUtf8Kernel() {}

  /** Whether this JDK has {@code Long.compress} and {@code Long.expand}. */
  public static boolean isAvailable() {
    return BitGather.isAvailable();
  }

  @Override
  long decodeShortRuns(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return AsciiWords.decode(src, p, end, dst, d, dend);
  }

  /** Blocks while nothing is longer than two bytes, for these wait for no count of characters. */
  @Override
  long decodeLonger(byte[] src, int p, int end, char[] dst, int d, int dend) {
    if (!OneAndTwoByteBlocks.holdsNothingLonger(Words.get(src, p))) {
      return super.decodeLonger(src, p, end, dst, d, dend);
    }
    long padded = OneAndTwoByteBlocks.decode(src, p, end + 7, dst, d, dend);
    long blocks = Kernel.withoutPadding(padded, end - p);
    int at = p + Kernel.read(blocks);
    return at == end
        ? blocks
        : blocks + super.decodeLonger(src, at, end, dst, d + Kernel.written(blocks), dend);
  }

  @Override
  long decodeTwoByteRun(byte[] src, int p, int end, char[] dst, int d, int dend) {
    long blocks = 0;
    if (end - p >= 8 && OneAndTwoByteBlocks.holdsNothingLonger(Words.get(src, p))) {
      blocks = OneAndTwoByteBlocks.decode(src, p, end, dst, d, dend);
    }
    return blocks != 0 ? blocks : super.decodeTwoByteRun(src, p, end, dst, d, dend);
  }

  @Override
  long encodeShortSequences(char[] src, int p, int end, byte[] dst, int d, int dend) {
    long blocks = src[p] < 0x80 ? 0 : OneAndTwoByteBlocks.encode(src, p, end, dst, d, dend);
    return blocks != 0 ? blocks : super.encodeShortSequences(src, p, end, dst, d, dend);
  }

  @Override
  public boolean makesLatin1() {
    return true;
  }

  @Override
  public long toLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return OneAndTwoByteBlocks.toLatin1(src, pos, end, dst, dpos, dend);
  }

  @Override
  long decodeThreeByteRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long last;
    do {
      int blocks = decodeBlocks(src, p, end, dst, d, dend);
      p += 12 * blocks;
      d += 4 * blocks;
      last = 0;
      if (blocks == 0) {
        last = OneToThreeByteBlocks.decode(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
      }
      if (last == 0 && p < end) {
        last = ThreeByteRuns.decodeEnd(src, p, end, dst, d, dend);
      }
      p += Kernel.read(last);
      d += Kernel.written(last);
    } while (isDense(last) && p < end && src[p] < -16 && src[p] >= -32);
    return Kernel.progress(p - pos, d - dpos);
  }

  private static int decodeBlocks(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int count = Math.min((end - pos - 2) / 12, dend - dpos >> 2);
    int i = 0;
    for (; i < count; i++) {
      long first = Long.reverseBytes(Words.get(src, pos + 12 * i));
      long second = Long.reverseBytes(Words.get(src, pos + 12 * i + 6));
      long units =
          pair(BitGather.compress(first, VALUE_BITS))
              | pair(BitGather.compress(second, VALUE_BITS)) << 32;
      if (((first ^ SHAPE | second ^ SHAPE) & SHAPE_BITS) != 0 || !areThreeByte(units)) {
        break;
      }
      Words.put4(dst, dpos + 4 * i, units);
    }
    return i;
  }

  /** Two lanes of 16 bits in the order in which they are stored. */
  private static long pair(long gathered) {
    return Integer.rotateLeft((int) gathered, 16) & 0xFFFFFFFFL;
  }

  /**
   * Whether no lane is below 0800 or a surrogate. In the former the upper five bits are zero, in
   * the latter they are after an exclusive or with D800.
   */
  private static boolean areThreeByte(long units) {
    long noSurrogates = units ^ 0xD800 * Words.LANES;
    long nonZero = upperBits(units) & upperBits(noSurrogates);
    return (nonZero & 0x8000 * Words.LANES) == 0x8000 * Words.LANES;
  }

  /** Sets the sign of each lane in which any of the upper five bits is set. */
  private static long upperBits(long lanes) {
    return (lanes & 0x7800 * Words.LANES) + 0x7800 * Words.LANES | lanes;
  }
}
