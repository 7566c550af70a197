/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: encodes ASCII with, here and there, one longer character among it, such as the accents of
 * French, German and Turkish, typographic quotes, emoji: a {@link SingleCharacter} is converted
 * within the loop; before two longer characters in a row it ends. A block is eight chars: all eight
 * are narrowed and stored, those before the first that is not ASCII count, and the next chars
 * overwrite the others. Long runs are copied by {@link LongAscii}.
 *
 * <p>Bounds: a block is entered with eight chars before {@code end} and more than {@value #ROOM}
 * bytes before {@code dend}: at most seven of ASCII, and the four that a single character stores.
 */
public final class AsciiEncoder {
  private static final int ROOM = 10;

  /** After this many blocks of ASCII in a row the encoder looks for a long run again. */
  private static final int MAX_ASCII_BLOCKS = 16;

  private static final long NOT_ASCII = 0xFF80 * Words.LANES;

  private AsciiEncoder() {}

  /**
   * Encodes characters below U+0100, each of which is a byte of the source: words of ASCII as they
   * are, and one other in a word after the ASCII before it. The next characters overwrite the rest.
   */
  public static long encodeLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (end - p >= 8 && dend - d > ROOM) {
      long word = Words.get(src, p);
      Words.put(dst, d, word);
      long longer = word & Words.HIGH_BITS;
      if (longer == 0) {
        p += 8;
        d += 8;
        continue;
      }
      int ascii = Long.numberOfTrailingZeros(longer) >>> 3;
      p += ascii;
      d = putTwo(src[p++], dst, d + ascii);
    }
    while (p < end && dend - d >= 2) {
      if (src[p] < 0) {
        d = putTwo(src[p++], dst, d);
      } else {
        dst[d++] = src[p++];
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private static int putTwo(int latin1, byte[] dst, int d) {
    dst[d] = (byte) (0xC0 | latin1 >>> 6 & 3);
    dst[d + 1] = (byte) (0x80 | latin1 & 0x3F);
    return d + 2;
  }

  /** Encodes while the next character is ASCII, or is followed by ASCII. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      int run = LongAscii.encode(src, p, dst, d, Math.min(end - p, dend - d));
      p += run;
      d += run;
      long blocks = encodeBlocks(src, p, end, dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
    } while (p != from && p < end && src[p] < 0x80);
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Encodes until several blocks in a row are ASCII: {@link LongAscii} may be faster there. */
  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (end - p >= 8 && dend - d > ROOM && asciiBlocks < MAX_ASCII_BLOCKS) {
      long low = Words.get4(src, p);
      long high = Words.get4(src, p + 4);
      Words.put(dst, d, squeeze(low) | squeeze(high) << 32);
      if (((low | high) & NOT_ASCII) == 0) {
        p += 8;
        d += 8;
        asciiBlocks++;
        continue;
      }
      int inLow = asciiLanes(low);
      int ascii = inLow + (asciiLanes(high) & -(inLow >>> 2));
      p += ascii;
      d += ascii;
      int length = SingleCharacter.units(src, p, end);
      if (length == 0) {
        break;
      }
      d = SingleCharacter.encode(src, p, dst, d);
      p += length;
      asciiBlocks = 0;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private static int asciiLanes(long lanes) {
    return Long.numberOfTrailingZeros(lanes & NOT_ASCII) >>> 4;
  }

  /**
   * Narrows four lanes of 16 bits to four bytes; right for the lanes before the first non-ASCII.
   */
  private static long squeeze(long lanes) {
    long pairs = (lanes | lanes >>> 8) & 0x0000FFFF0000FFFFL;
    return (pairs | pairs >>> 16) & 0xFFFFFFFFL;
  }
}
