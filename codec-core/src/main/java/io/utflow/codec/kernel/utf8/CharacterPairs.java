/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8, encoding: words of three-byte letters with spaces, such as Korean and Hindi. Two chars at
 * a time, each in a lane of 32 bits, become their sequence of every length, and a mask takes one of
 * the three: no length is a branch, so each char takes the same time. Long runs of one length are
 * faster by themselves.
 *
 * <p>Bounds: each char stores four bytes, of which up to three count. With {@code n} chars before
 * {@code end}, room for {@code 3 * n + 1} bytes is therefore enough; with less, fewer chars are
 * read.
 */
public final class CharacterPairs {
  /** A one in each lane. */
  private static final long LANES = 0x0000_0001_0000_0001L;

  private static final long SIGNS = 0x8000_0000L * LANES;

  private CharacterPairs() {}

  /** Encodes until a surrogate, or until there is no room for longer characters. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = pos + Math.min(end - pos, (dend - dpos - 1) / 3);
    while (last - p >= 2) {
      long units = src[p] | (long) src[p + 1] << 32;
      if (hasSurrogate(units)) {
        break;
      }
      long two = signsFrom(units, 0x80) >>> 31;
      long three = signsFrom(units, 0x800) >>> 31;
      long sequences = sequences(units, (two << 32) - two, (three << 32) - three);
      long more = two + three;
      Words.putInt(dst, d, (int) sequences);
      d += 1 + (int) more;
      Words.putInt(dst, d, (int) (sequences >>> 32));
      d += 1 + (int) (more >>> 32);
      p += 2;
    }
    if (p < last && !Character.isSurrogate(src[p])) {
      d = encodeOne(src[p++], dst, d);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Stores four bytes, of which one to three count; returns the position after those. */
  private static int encodeOne(int unit, byte[] dst, int d) {
    if (unit < 0x80) {
      dst[d] = (byte) unit;
      return d + 1;
    }
    int isThree = 0x7FF - unit >>> 31;
    Words.putInt(dst, d, (int) sequences(unit, -1, -isThree));
    return d + 2 + isThree;
  }

  /** The sequence of each lane, in its lowest bytes; the bytes after it have no meaning. */
  private static long sequences(long units, long isLonger, long isThree) {
    long bits =
        units >>> 12 & 0x0F * LANES | units << 2 & 0x3F00 * LANES | (units & 0x3F * LANES) << 16;
    long three = bits | 0x8080E0 * LANES;
    long two = bits >>> 8 | 0x80C0 * LANES;
    return units ^ (units ^ two) & isLonger ^ (two ^ three) & isThree;
  }

  private static boolean hasSurrogate(long units) {
    // The exclusive or makes 0 to 07FF of surrogates, and of these only.
    return signsFrom(units ^ 0xD800 * LANES, 0x800) != SIGNS;
  }

  /** The sign of each lane that holds {@code least} or more. */
  private static long signsFrom(long units, long least) {
    return units + (0x8000_0000L - least) * LANES & SIGNS;
  }
}
