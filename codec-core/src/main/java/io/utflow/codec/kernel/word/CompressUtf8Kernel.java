/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.utf8.CharacterBlocks;
import io.utflow.codec.kernel.utf8.FourByteRuns;
import io.utflow.codec.kernel.utf8.OneAndTwoByteBlocks;
import io.utflow.codec.kernel.utf8.ScalarUtf8Kernel;
import io.utflow.codec.kernel.utf8.ShortRuns;

/**
 * UTF-8 as {@link SwarUtf8Kernel} converts it, except that {@link CharacterBlocks} decode all text
 * but that of which nearly all is ASCII. JDK 19 and later.
 *
 * <p>Bounds: the loops check their own.
 */
public final class CompressUtf8Kernel extends SwarUtf8Kernel {
  /** The only instance, for JVMs where {@link #isAvailable}. */
  public static final CompressUtf8Kernel INSTANCE = new CompressUtf8Kernel();

  /** In bytes: how much is decoded by blocks before long runs of ASCII are looked for again. */
  private static final int STRETCH = 512;

  /** {@link ShortRuns} are faster if bytes exceed chars by less than this part of them. */
  private static final int FEW_LONGER = 24;

  /** The most bytes of the input that blocks leave, if only its end has ended them. */
  private static final int LEFT_BY_BLOCKS = 7;

  /** The first release with {@code Long.compress} and {@code Long.expand}. */
  private static final int FIRST_RELEASE = 19;

  private CompressUtf8Kernel() {}

  /** Whether this JDK has what it needs. */
  public static boolean isAvailable() {
    return Runtime.version().feature() >= FIRST_RELEASE;
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
    boolean hasFewLonger = isBehindLongAscii || src[p] >= 0;
    while (end - p >= FEWEST_BYTES && dend - d >= ROOM) {
      int length = Math.min(end - p, STRETCH);
      long run;
      if (src[p] >= 0 && LongAscii.isLong(src, p, p + Math.min(end - p, dend - d))) {
        int ascii = LongAscii.later(src, p, dst, d, Math.min(end - p, dend - d));
        run = Kernel.progress(ascii, ascii);
        hasFewLonger = true;
      } else if (src[p] >= -16 && src[p] < 0) {
        run = FourByteRuns.decode(src, p, end, dst, d, dend);
      } else {
        run = hasFewLonger ? 0 : CharacterBlocks.decode(src, p, p + length, dst, d, dend);
        if (run == 0) {
          run = ShortRuns.decode(src, p, p + Math.min(length, ASCII_STRETCH), dst, d, dend);
        }
        int more = Kernel.read(run) - Kernel.written(run);
        hasFewLonger = FEW_LONGER * more < Kernel.written(run);
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

  @Override
  long encodeShortSequences(char[] src, int p, int end, byte[] dst, int d, int dend) {
    long blocks = src[p] < 0x80 ? 0 : OneAndTwoByteBlocks.encode(src, p, end, dst, d, dend);
    return blocks != 0 ? blocks : super.encodeShortSequences(src, p, end, dst, d, dend);
  }
}
