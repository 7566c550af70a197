/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.lanes.Words;

/**
 * CESU-8 and Modified UTF-8. They differ from UTF-8 in supplementary characters: the kernel of
 * UTF-8 stops at their pairs of surrogates, and must not see their four-byte form. Modified UTF-8
 * also differs in NUL. This kernel therefore looks for such bytes, and the kernel of UTF-8 converts
 * the text before them. It searches a little at first and then more and more, because calls that
 * end early would search the same bytes again and again.
 *
 * <p>After a pair more pairs are likely, and some text is decoded here. Each code unit of UTF-16 is
 * a sequence of its own, so that pairs cost no branch: for each unit of three bytes the only
 * question is whether it is a low surrogate exactly if the unit before is a high one, and in
 * well-formed text the answer is always yes. A block is eight bytes. All eight are widened and
 * stored; those before the first that is not ASCII count, and the next chars overwrite the others.
 *
 * <p>Bounds: a block is entered with {@value #WINDOW} bytes before {@code end} and {@value #ROOM}
 * chars before {@code dend}: seven of ASCII and a longer character. Another one after it is read
 * under the same conditions.
 */
public final class Cesu8Kernel implements Kernel {
  private static final int BLOCK = 8;
  private static final int WINDOW = 12;
  private static final int ROOM = 10;

  /** In bytes: how much is searched first, and then given to the kernel of UTF-8. */
  private static final int FIRST_SEARCHED = 64;

  /** In bytes: how much is searched at most. */
  private static final int MOST_SEARCHED = 2048;

  /** In bytes: no char has more. Where as many are left, there is more than a sequence cut off. */
  private static final int LONGEST = 3;

  /** In chars: how much is searched to be encoded. */
  private static final int SEARCHED_CHARS = 128;

  /** The number of bytes after a pair that the loop for pairs decodes. */
  private static final int STRETCH = 1024;

  /** The lead bytes of four bytes are those from here on. */
  private static final int FIRST_OF_FOUR = 0xF0;

  /** The lead byte of NUL in Modified UTF-8. */
  private static final int LEAD_OF_NUL = 0xC0;

  /** The lead byte of surrogates, and of some Korean syllables. */
  private static final byte LEAD_OF_SURROGATES = (byte) 0xED;

  private static final long ONES = 0x0101010101010101L;
  private static final int HIGH_SURROGATES = Character.MIN_HIGH_SURROGATE >>> 10;
  private static final int LOW_SURROGATES = Character.MIN_LOW_SURROGATE >>> 10;

  private final Kernel utf8;
  private final boolean nul;

  /**
   * @param utf8 a kernel of UTF-8
   * @param nul whether U+0000 is the byte 00
   */
  public Cesu8Kernel(Kernel utf8, boolean nul) {
    this.utf8 = utf8;
    this.nul = nul;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int ascii = LongAscii.first(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    ascii = nul ? ascii : beforeNul(src, pos, ascii);
    int p = pos + ascii;
    int d = dpos + ascii;
    int searched = FIRST_SEARCHED;
    int to;
    long run;
    do {
      int most = LONGEST * Math.min(dend - d, searched);
      to = likeUtf8(src, p, p + Math.min(Math.min(end - p, searched), most));
      searched = longer(searched);
      run = utf8.decode(src, p, to, dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
      if (p < end && src[p] == LEAD_OF_SURROGATES) {
        long pairs = decodePairs(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
        p += Kernel.read(pairs);
        d += Kernel.written(pairs);
        run |= pairs;
      }
    } while (run != 0 && to - p < LONGEST);
    return Kernel.progress(p - pos, d - dpos);
  }

  private static int longer(int searched) {
    return Math.min(2 * searched, MOST_SEARCHED);
  }

  /** The number of bytes before the first NUL in {@code length} bytes of ASCII. */
  private static int beforeNul(byte[] src, int pos, int length) {
    int blocks = length >> 6;
    int i = 0;
    while (i < blocks && !hasNul(src, pos + 64 * i)) {
      i++;
    }
    i *= 64;
    while (i < length && src[pos + i] != 0) {
      i++;
    }
    return i;
  }

  /** Whether one of 64 bytes of ASCII is 00: it alone falls below 0 where 1 is subtracted. */
  private static boolean hasNul(byte[] src, int p) {
    long first = Words.get(src, p) - ONES | Words.get(src, p + 8) - ONES;
    long second = Words.get(src, p + 16) - ONES | Words.get(src, p + 24) - ONES;
    long third = Words.get(src, p + 32) - ONES | Words.get(src, p + 40) - ONES;
    long fourth = Words.get(src, p + 48) - ONES | Words.get(src, p + 56) - ONES;
    return ((first | second | third | fourth) & Words.HIGH_BITS) != 0;
  }

  /** Up to which byte all mean the same in UTF-8. */
  private int likeUtf8(byte[] src, int pos, int end) {
    int p = pos;
    while (end - p >= 32 && isBlock(src, p)) {
      p += 32;
    }
    while (p < end && (src[p] & 0xFF) < FIRST_OF_FOUR && (nul || !isNul(src[p] & 0xFF))) {
      p++;
    }
    return p;
  }

  /** Whether NUL begins so, in one of the two ways to write it. */
  private static boolean isNul(int b) {
    return b == 0 || b == LEAD_OF_NUL;
  }

  private boolean isBlock(byte[] src, int p) {
    long first = others(Words.get(src, p)) | others(Words.get(src, p + 8));
    long second = others(Words.get(src, p + 16)) | others(Words.get(src, p + 24));
    return ((first | second) & Words.HIGH_BITS) == 0;
  }

  /** Sets the high bit of bytes that are another thing in UTF-8, and perhaps of some above them. */
  private long others(long word) {
    long four = word & word << 1 & word << 2 & word << 3;
    long lead = word ^ LEAD_OF_NUL * ONES;
    return nul ? four : four | word - ONES & ~word | lead - ONES & ~lead;
  }

  /**
   * Decodes until an ill-formed sequence or until less than a block is left; in Modified UTF-8
   * until NUL.
   */
  private long decodePairs(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - WINDOW;
    int dlast = dend - ROOM;
    while (p <= last && d <= dlast) {
      long word = Words.get(src, p);
      widen(word, dst, d);
      long signs = (nul ? word : word | word - ONES & ~word) & Words.HIGH_BITS;
      if (signs == 0) {
        p += BLOCK;
        d += BLOCK;
        continue;
      }
      int ascii = Long.numberOfTrailingZeros(signs) >>> 3;
      p += ascii;
      d += ascii;
      int bytes = Words.getInt(src, p);
      int open = 0;
      do {
        int unit;
        int length;
        if ((bytes & 0xC0C0F0) == 0x8080E0) {
          unit = (bytes & 0x0F) << 12 | bytes >>> 2 & 0xFC0 | bytes >>> 16 & 0x3F;
          length = unit < 0x800 ? 0 : 3;
        } else {
          unit = (bytes & 0x1F) << 6 | bytes >>> 8 & 0x3F;
          length = (bytes & 0xC0E0) != 0x80C0 || unit < 0x80 ? 0 : 2;
        }
        if (length == 0 || isEqual(unit >>> 10, LOW_SURROGATES) != open) {
          return before(open, p - pos, d - dpos);
        }
        open = isEqual(unit >>> 10, HIGH_SURROGATES);
        dst[d++] = (char) unit;
        p += length;
        if (p > last || d > dlast) {
          return before(open, p - pos, d - dpos);
        }
        bytes = Words.getInt(src, p);
      } while ((byte) bytes < 0);
      if (open != 0) {
        return before(open, p - pos, d - dpos);
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** 1 or 0, without a branch. */
  private static int isEqual(int one, int other) {
    return (one ^ other) - 1 >>> 31;
  }

  /** The progress before a high surrogate that was stored last, if there is one. */
  private static long before(int highs, int read, int written) {
    return Kernel.progress(read - 3 * highs, written - highs);
  }

  private static void widen(long word, char[] dst, int d) {
    for (int i = 0; i < BLOCK; i++) {
      dst[d + i] = (char) (word >>> 8 * i & 0xFF);
    }
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long run;
    do {
      int searched = Math.min(Math.min(end - p, dend - d), SEARCHED_CHARS);
      run = utf8.encode(src, p, likeUtf8(src, p, p + searched), dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (run != 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Up to which char all are written as in UTF-8. */
  private int likeUtf8(char[] src, int pos, int end) {
    int p = pos;
    while (p < end && !Character.isSurrogate(src[p]) && (nul || src[p] != 0)) {
      p++;
    }
    return p;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int searched = FIRST_SEARCHED;
    int to;
    int read;
    do {
      to = likeUtf8(src, p, p + Math.min(end - p, searched));
      searched = longer(searched);
      read = utf8.wellFormedPrefix(src, p, to);
      p += read;
    } while (read > 0 && to - p < LONGEST);
    return p - pos;
  }
}
