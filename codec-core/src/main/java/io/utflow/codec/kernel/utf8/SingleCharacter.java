/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.lanes.Words;

/**
 * One longer character among shorter ones: of three bytes, followed by a character of one or two,
 * as a dash stands in Cyrillic text; encoding, of any length, followed by ASCII. The loops for the
 * shorter characters convert it themselves, because leaving the loop, running the one for its
 * length and coming back takes five times as long.
 *
 * <p>Bounds: what is read is checked to be before {@code end}; the caller ensures that there is
 * room.
 */
final class SingleCharacter {
  private SingleCharacter() {}

  /** Whether three bytes are the shortest form of {@code unit}, and it is no surrogate. */
  private static boolean isLongEnough(int unit) {
    return unit >= 0x800 && (unit & 0xF800) != 0xD800;
  }

  /** Whether {@code bytes} begin with a well-formed sequence of three. */
  static boolean isThree(int bytes) {
    return (bytes & 0xC0C0F0) == 0x8080E0 && isLongEnough(three(bytes));
  }

  /** The character of the three lowest bytes. */
  static int three(int bytes) {
    return (bytes & 0x0F) << 12 | bytes >>> 2 & 0xFC0 | bytes >>> 16 & 0x3F;
  }

  /** The length in code units of such a character at {@code p}; 0 if there is another character. */
  static int units(char[] src, int p, int end) {
    if (end - p < 2 || src[p] < 0x80) {
      return 0;
    }
    if (src[p + 1] < 0x80) {
      return Character.isSurrogate(src[p]) ? 0 : 1;
    }
    boolean pair = end - p > 2 && Character.isSurrogatePair(src[p], src[p + 1]);
    return pair && src[p + 2] < 0x80 ? 2 : 0;
  }

  /** Whether a character of three bytes is at {@code p}, followed by one of one or two. */
  static boolean isThreeAmongShorter(char[] src, int p, int end) {
    return end - p > 1 && isLongEnough(src[p]) && src[p + 1] < 0x800;
  }

  /** Stores four bytes, of which two to four count; returns the position after those. */
  static int encode(char[] src, int p, byte[] dst, int d) {
    int unit = src[p];
    if (unit < 0x800) {
      Words.putInt(dst, d, 0x80C0 | unit >>> 6 | (unit & 0x3F) << 8);
      return d + 2;
    }
    if (!Character.isSurrogate((char) unit)) {
      int upper = 0x8080E0 | unit >>> 12 | unit << 2 & 0x3F00;
      Words.putInt(dst, d, upper | (unit & 0x3F) << 16);
      return d + 3;
    }
    Words.putInt(dst, d, FourByteRuns.bytes(Character.toCodePoint((char) unit, src[p + 1])));
    return d + 4;
  }
}
