/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.utf8.AsciiWords;
import io.utflow.codec.kernel.utf8.OneAndTwoByteBlocks;
import io.utflow.codec.kernel.utf8.OneToThreeByteBlocks;
import io.utflow.codec.kernel.utf8.ThreeByteBlocks;
import io.utflow.codec.kernel.utf8.ThreeByteRuns;

/**
 * UTF-8 as {@link SwarUtf8Kernel} converts it, except for short runs, which {@link AsciiWords}
 * decodes, runs of two-byte characters, which {@link OneAndTwoByteBlocks} converts, and runs of
 * three-byte characters, which {@link ThreeByteBlocks} decodes, in short words {@link
 * OneToThreeByteBlocks}. JDK 19 and later.
 *
 * <p>Bounds: the loops check their own. What those for three bytes leave at the end is left to
 * {@link ThreeByteRuns}.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class CompressUtf8Kernel extends SwarUtf8Kernel {
  /** The only instance, for JVMs where {@link #isAvailable}. */
  public static final CompressUtf8Kernel INSTANCE = new CompressUtf8Kernel();

  /**
   * In bytes: how much is decoded by blocks before words are looked at again. With 128 Korean loses
   * a twentieth.
   */
  private static final int STRETCH = 256;

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
    long run;
    do {
      run = ThreeByteBlocks.decode(src, p, end, dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
      run = isThreeByteLead(src, p, end) ? decodeWords(src, p, end, dst, d, dend) : 0;
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (isDense(run) && isThreeByteLead(src, p, end));
    return Kernel.progress(p - pos, d - dpos);
  }

  private static boolean isThreeByteLead(byte[] src, int p, int end) {
    return p < end && src[p] < -16 && src[p] >= -32;
  }

  /** Decodes while words are short; or what is left at the end. */
  private static long decodeWords(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long words;
    do {
      words = OneToThreeByteBlocks.decode(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
      p += Kernel.read(words);
      d += Kernel.written(words);
    } while (isDense(words) && ThreeByteRuns.areShortWords(words));
    return p > pos
        ? Kernel.progress(p - pos, d - dpos)
        : ThreeByteRuns.decodeEnd(src, p, end, dst, d, dend);
  }
}
