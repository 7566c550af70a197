/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;

/**
 * UTF-8: encodes runs of characters of two bytes, U+0080 to U+07FF, with the ASCII of their spaces
 * and commas: Arabic, Cyrillic, Greek, Hebrew; and single three-byte characters among them, their
 * dashes and quotes.
 *
 * <p>Bounds: a block is entered with four chars before {@code end} and eight bytes before {@code
 * dend}.
 */
public final class TwoByteRuns {
  private TwoByteRuns() {}

  /**
   * Encodes up to four ASCII chars in a row, two three-byte characters in a row, or a surrogate.
   */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      long blocks = encodeBlocks(src, p, end, dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
      long few = encodeFew(src, p, end, dst, d, dend);
      p += Kernel.read(few);
      d += Kernel.written(few);
      if (dend - d < 4 || !SingleCharacter.isThreeAmongShorter(src, p, end)) {
        return Kernel.progress(p - pos, d - dpos);
      }
      d = SingleCharacter.encode(src, p++, dst, d);
    }
  }

  /**
   * Encodes four chars at a time. For each, two bytes are stored and the position advances by one
   * or two, so that the end of a word is not a branch.
   */
  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (end - p >= 4 && dend - d >= 8) {
      int union = src[p] | src[p + 1] | src[p + 2] | src[p + 3];
      if (union >= 0x800 || union < 0x80) {
        break;
      }
      d = put(dst, d, src[p]);
      d = put(dst, d, src[p + 1]);
      d = put(dst, d, src[p + 2]);
      d = put(dst, d, src[p + 3]);
      p += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Encodes up to three characters of one or two bytes: what is less than a block. */
  static long encodeFew(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int d = dpos;
    int i = 0;
    while (i < 3 && pos + i < end && dend - d >= 2 && src[pos + i] < 0x800) {
      d = put(dst, d, src[pos + i]);
      i++;
    }
    return Kernel.progress(i, d - dpos);
  }

  /** Stores two bytes, of which one or two count; returns the position after those. */
  private static int put(byte[] dst, int d, int unit) {
    int more = 0x7F - unit >>> 31;
    dst[d] = (byte) (unit ^ (unit ^ (0xC0 | unit >> 6)) & -more);
    dst[d + 1] = (byte) (0x80 | unit & 0x3F);
    return d + 1 + more;
  }
}
