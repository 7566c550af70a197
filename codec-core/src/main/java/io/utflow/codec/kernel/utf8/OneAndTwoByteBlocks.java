/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: characters below U+0800 in any order are encoded by {@code Long.compress}, with single
 * three-byte ones among them. Blocks of four chars begin at fixed distances, so no block waits for
 * the length of the one before, and the end of a word is not a branch.
 *
 * <p>Bounds: a block is entered with four chars before {@code end} and eight bytes before {@code
 * dend}.
 */
public final class OneAndTwoByteBlocks {
  private static final int BLOCK = 8;

  /** This many blocks of ASCII in a row end the encoder's loop. */
  private static final int MAX_ASCII_BLOCKS = 4;

  private static final long LOWER_HALVES = 0xFF * Words.LANES;

  private OneAndTwoByteBlocks() {}

  /** Encodes up to several blocks of ASCII, two three-byte characters in a row, or a surrogate. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      long blocks = encodeBlocks(src, p, end, dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
      if (p < end && src[p] < 0x80) {
        return Kernel.progress(p - pos, d - dpos);
      }
      long few = TwoByteRuns.encodeFew(src, p, end, dst, d, dend);
      p += Kernel.read(few);
      d += Kernel.written(few);
      if (dend - d < 4 || !SingleCharacter.isThreeAmongShorter(src, p, end)) {
        return Kernel.progress(p - pos, d - dpos);
      }
      d = SingleCharacter.encode(src, p++, dst, d);
    }
  }

  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (p <= end - 4 && d <= dend - BLOCK && asciiBlocks < MAX_ASCII_BLOCKS) {
      long units = Words.get4(src, p);
      if ((units & 0xF800 * Words.LANES) != 0) {
        break;
      }
      // The sign of each lane is set if it is U+0080 or above.
      long signs = units + 0x7F80 * Words.LANES & 0x8000 * Words.LANES;
      long twos = (signs >>> 15) * 0xFFFF;
      long two = units >>> 6 & 0x1F * Words.LANES | (units & 0x3F * Words.LANES) << 8;
      long sequences = units ^ (units ^ (two | 0x80C0 * Words.LANES)) & twos;
      Words.put(dst, d, BitGather.compress(sequences, twos | LOWER_HALVES));
      asciiBlocks = signs == 0 ? asciiBlocks + 1 : 0;
      d += 4 + Long.bitCount(signs);
      p += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }
}
