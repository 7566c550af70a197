/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.utf8.CharacterBlocks;
import io.utflow.codec.kernel.utf8.FourByteRuns;
import io.utflow.codec.kernel.utf8.OneAndTwoByteBlocks;
import io.utflow.codec.kernel.utf8.ScalarUtf8Kernel;
import io.utflow.codec.kernel.utf8.ShortRuns;

/**
 * UTF-8 as {@link SwarUtf8Kernel} converts it, except that {@link CharacterBlocks} decode text with
 * many longer characters, whatever their lengths. JDK 19 and later.
 *
 * <p>Bounds: the loops check their own.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class CompressUtf8Kernel extends SwarUtf8Kernel {
  /** The only instance, for JVMs where {@link #isAvailable}. */
  public static final CompressUtf8Kernel INSTANCE = new CompressUtf8Kernel();

  /** In bytes: how much is decoded by blocks before the choice of the loop is looked at again. */
  private static final int STRETCH = 512;

  /**
   * {@link CharacterBlocks} are faster if bytes exceed chars by over a fourth, {@link ShortRuns} if
   * by under an eighth: messages with emoji have 0.09, Vietnamese 0.33, JSON with Chinese values
   * 0.4. With a sixth for both, messages pass at three fourths of the speed.
   */
  private static final int MANY_LONGER = 4;

  private static final int FEW_LONGER = 8;

  /** What blocks leave of their input, at most, if nothing but its end has ended them. */
  private static final int LEFT_BY_BLOCKS = 7;

  private CompressUtf8Kernel() {}

  /** Whether this JDK has {@code Long.compress} and {@code Long.expand}. */
  public static boolean isAvailable() {
    return BitGather.isAvailable();
  }

  @Override
  int mostForShortRuns(int length) {
    return length >> 1;
  }

  @Override
  long decodeLonger(byte[] src, int p, int end, char[] dst, int d, int dend) {
    long padded = CharacterBlocks.decode(src, p, end + LEFT_BY_BLOCKS, dst, d, dend);
    return Kernel.withoutPadding(padded, end - p);
  }

  @Override
  long decodeRuns(
      byte[] src, int pos, int end, char[] dst, int dpos, int dend, boolean isBehindLongAscii) {
    int p = pos;
    int d = dpos;
    // How much to decode as text with few longer characters; 0 where there are many.
    int stretch = isBehindLongAscii || src[p] >= 0 ? SHORT_STRETCH : 0;
    while (end - p >= FEWEST_BYTES && dend - d >= ROOM) {
      long run;
      if (src[p] >= 0 && LongAscii.isLong(src, p, p + Math.min(end - p, dend - d))) {
        int ascii = LongAscii.later(src, p, dst, d, Math.min(end - p, dend - d));
        run = Kernel.progress(ascii, ascii);
        stretch = Math.max(stretch, SHORT_STRETCH);
      } else if (stretch != 0) {
        run = ShortRuns.decode(src, p, p + Math.min(end - p, stretch), dst, d, dend);
        stretch = hasFewLonger(run, MANY_LONGER) ? nextStretch(stretch, run) : 0;
      } else if (src[p] >= -16 && src[p] < 0) {
        run = FourByteRuns.decode(src, p, end, dst, d, dend);
      } else {
        int length = Math.min(end - p, STRETCH);
        run = decodeBlocks(src, p, p + length, dst, d, dend);
        boolean isStopped = length - Kernel.read(run) > LEFT_BY_BLOCKS;
        stretch = isStopped || hasFewLonger(run, FEW_LONGER) ? SHORT_STRETCH : 0;
      }
      if (run == 0) {
        break;
      }
      p += Kernel.read(run);
      d += Kernel.written(run);
    }
    long rest = p == end ? 0 : ScalarUtf8Kernel.INSTANCE.decode(src, p, end, dst, d, dend);
    return Kernel.progress(p - pos, d - dpos) + rest;
  }

  /** By blocks; what they do not decode, by the loop that takes characters of all lengths. */
  private static long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    long blocks = CharacterBlocks.decode(src, p, end, dst, d, dend);
    int to = p + Math.min(end - p, SHORT_STRETCH);
    return blocks != 0 ? blocks : ShortRuns.decode(src, p, to, dst, d, dend);
  }

  /** Whether the bytes are more than the chars by less than a part of these. */
  private static boolean hasFewLonger(long run, int part) {
    return part * (Kernel.read(run) - Kernel.written(run)) < Kernel.written(run);
  }

  @Override
  long encodeShortSequences(char[] src, int p, int end, byte[] dst, int d, int dend) {
    long blocks = src[p] < 0x80 ? 0 : OneAndTwoByteBlocks.encode(src, p, end, dst, d, dend);
    return blocks != 0 ? blocks : super.encodeShortSequences(src, p, end, dst, d, dend);
  }
}
