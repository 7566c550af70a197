/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import io.utflow.codec.form.Cesu8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.lanes.Words;

/**
 * CESU-8 and Modified UTF-8: UTF-8 but for supplementary characters, at whose pairs the kernel of
 * UTF-8 stops, and whose four bytes it must not see; and in Modified UTF-8 but for NUL.
 */
public final class Cesu8Kernel extends PartKernel {
  private static final long ONES = 0x0101010101010101L;

  /** The lead bytes of four bytes are those from here on. */
  private static final int FIRST_OF_FOUR = 0xF0;

  private static final byte SURROGATE = (byte) 0xED;

  /** In bytes: how much behind a pair is decoded by the loop that expects others. */
  private static final int STRETCH = 512;

  /** The bytes of a pair. */
  private static final int PAIR = 6;

  private final boolean nul;

  /**
   * @param utf8 a kernel of UTF-8
   * @param nul whether U+0000 is the byte 00
   */
  public Cesu8Kernel(Kernel utf8, boolean nul) {
    super(utf8);
    this.nul = nul;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int ascii = LongAscii.first(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    ascii = nul ? ascii : beforeNul(src, pos, ascii);
    long rest = super.decode(src, pos + ascii, end, dst, dpos + ascii, dend);
    return Kernel.progress(ascii + Kernel.read(rest), ascii + Kernel.written(rest));
  }

  /** How many of so many bytes of ASCII stand before the first NUL, or some fewer. */
  private static int beforeNul(byte[] src, int pos, int length) {
    int blocks = length >> 6;
    int i = 0;
    while (i < blocks && !fallsBelow(src, pos + 64 * i)) {
      i++;
    }
    i *= 64;
    while (i < length && src[pos + i] != 0) {
      i++;
    }
    return i;
  }

  /** Whether one of 64 bytes of ASCII is 0. */
  private static boolean fallsBelow(byte[] src, int p) {
    long first = Words.get(src, p) - ONES | Words.get(src, p + 8) - ONES;
    long second = Words.get(src, p + 16) - ONES | Words.get(src, p + 24) - ONES;
    long third = Words.get(src, p + 32) - ONES | Words.get(src, p + 40) - ONES;
    long fourth = Words.get(src, p + 48) - ONES | Words.get(src, p + 56) - ONES;
    return ((first | second | third | fourth) & Words.HIGH_BITS) != 0;
  }

  /**
   * A pair of surrogates, of which UTF-8 has none, and what follows it: more are to be expected.
   */
  @Override
  long decodeOwn(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (end - pos < PAIR || dend - dpos < 2 || src[pos] != SURROGATE || src[pos + 3] != SURROGATE) {
      return 0;
    }
    long run = Cesu8Runs.decode(src, pos, pos + Math.min(end - pos, STRETCH), dst, dpos, dend);
    if (run != 0) {
      return run;
    }
    char high = Cesu8Form.unit(src, pos);
    char low = Cesu8Form.unit(src, pos + 3);
    if (!Character.isSurrogatePair(high, low)) {
      return 0;
    }
    dst[dpos] = high;
    dst[dpos + 1] = low;
    return Kernel.progress(PAIR, 2);
  }

  @Override
  int same(byte[] src, int pos, int end) {
    int p = pos + 32 * blocks(src, pos, end - pos >> 5);
    while (p < end && (src[p] & 0xFF) < FIRST_OF_FOUR && (nul || src[p] != 0)) {
      p++;
    }
    return p - pos;
  }

  private int blocks(byte[] src, int pos, int count) {
    int i = 0;
    while (i < count && isBlock(src, pos + 32 * i)) {
      i++;
    }
    return i;
  }

  private boolean isBlock(byte[] src, int p) {
    long first = others(Words.get(src, p)) | others(Words.get(src, p + 8));
    long second = others(Words.get(src, p + 16)) | others(Words.get(src, p + 24));
    return ((first | second) & Words.HIGH_BITS) == 0;
  }

  /** Sets the high bit of bytes that are another thing in UTF-8, and perhaps of some above them. */
  private long others(long word) {
    long four = word & word << 1 & word << 2 & word << 3;
    return nul ? four : four | word - ONES & ~word;
  }

  @Override
  int same(char[] src, int pos, int end) {
    int p = pos;
    while (p < end && !Character.isSurrogate(src[p]) && (nul || src[p] != 0)) {
      p++;
    }
    return p - pos;
  }
}
