/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;

/**
 * UTF-16 in bulk. The length of the well-formed prefix is found first: blocks of four words, of
 * four code units each, while no unit is a surrogate; then words whose surrogates are paired. That
 * prefix is then copied by the JDK's array copy and, where the byte order is not the machine's,
 * swapped in place by a loop that C2 vectorises. Encoding copies first, and finds the prefix in the
 * copy.
 *
 * <p>Bounds: the number of units is cut to what fits into both ranges before anything is read or
 * written; blocks are counted in advance.
 */
public final class SwarUtf16Kernel implements Kernel {
  public static final SwarUtf16Kernel BIG_ENDIAN = new SwarUtf16Kernel(ByteOrder.BIG_ENDIAN, 0);
  public static final SwarUtf16Kernel LITTLE_ENDIAN =
      new SwarUtf16Kernel(ByteOrder.LITTLE_ENDIAN, 8);

  /** After this many words with pairs, blocks without surrogates are tried again. */
  private static final int STRETCH = 64;

  private static final long SIGNS = 0x8000 * Words.LANES;

  private final ByteOrder order;

  /**
   * The right shift that brings the more significant byte of each unit into the lower half of its
   * lane.
   */
  private final int shift;

  private SwarUtf16Kernel(ByteOrder order, int shift) {
    this.order = order;
    this.shift = shift;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    int kept = wellFormedPrefix(src, pos, pos + 2 * units) >> 1;
    copyUnits(src, pos, pos + 2 * kept, dst, dpos, dend);
    return Kernel.progress(2 * kept, kept);
  }

  @Override
  public int copyUnits(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    in(src, pos, units, ByteOrder.nativeOrder()).get(dst, dpos, units);
    if (order != ByteOrder.nativeOrder()) {
      swap(dst, dpos, units);
    }
    return units;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int units = Math.min(end - pos, dend - dpos >> 1);
    in(dst, dpos, units, order).put(src, pos, units);
    int kept = wellFormedPrefix(dst, dpos, dpos + 2 * units);
    return Kernel.progress(kept >> 1, kept);
  }

  @Override
  public long encodeWellFormed(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    in(dst, dpos, end - pos, order).put(src, pos, end - pos);
    return Kernel.progress(end - pos, 2 * (end - pos));
  }

  private static CharBuffer in(byte[] bytes, int pos, int units, ByteOrder order) {
    return ByteBuffer.wrap(bytes, pos, 2 * units).order(order).asCharBuffer();
  }

  /**
   * Two shifts, and not {@link Character#reverseBytes}, because C2 of JDK 17 vectorises shifts
   * only.
   */
  private static void swap(char[] units, int pos, int count) {
    for (int i = pos; i < pos + count; i++) {
      units[i] = (char) (units[i] << 8 | units[i] >>> 8);
    }
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int run;
    do {
      p += 32 * blocksWithoutSurrogates(src, p, end - p >> 5);
      run = pairedWords(src, p, Math.min(end - p >> 3, STRETCH));
      p += run;
    } while (run > 0);
    return p - pos + pairedUnits(src, p, p + Math.min(end - p, 32));
  }

  private int blocksWithoutSurrogates(byte[] src, int pos, int count) {
    int i = 0;
    while (i < count && hasNoSurrogates(src, pos + 32 * i)) {
      i++;
    }
    return i;
  }

  private boolean hasNoSurrogates(byte[] src, int p) {
    long first = others(Words.get(src, p)) & others(Words.get(src, p + 8));
    long second = others(Words.get(src, p + 16)) & others(Words.get(src, p + 24));
    return (first & second & SIGNS) == SIGNS;
  }

  /** Sets the sign of each lane that holds no surrogate. */
  private long others(long word) {
    long difference = (word >>> shift & 0xF8 * Words.LANES) ^ 0xD8 * Words.LANES;
    return difference + 0x7FFF * Words.LANES;
  }

  /**
   * The length in bytes of up to {@code count} words in which every surrogate is paired. A high
   * surrogate at their end is left for the next round.
   */
  private int pairedWords(byte[] src, int pos, int count) {
    long open = 0;
    int i = 0;
    for (; i < count; i++) {
      long word = Words.get(src, pos + 8 * i);
      long surrogates = ~others(word) & SIGNS;
      // The bit 04 of the byte D8..DF is set in low surrogates; shifted by 13 it is at the sign.
      long lows = surrogates & (word >>> shift) << 13;
      long highs = surrogates ^ lows;
      if (lows != (highs << 16 | open)) {
        break;
      }
      open = highs >>> 48;
    }
    return 8 * i - (open == 0 ? 0 : 2);
  }

  /** The length in bytes of the well-formed prefix, a unit at a time. */
  private int pairedUnits(byte[] src, int pos, int end) {
    int high = shift >>> 3;
    int p = pos;
    while (end - p >= 2) {
      int top = src[p + high] & 0xFC;
      if (top != 0xD8 && top != 0xDC) {
        p += 2;
      } else if (top == 0xD8 && end - p >= 4 && (src[p + 2 + high] & 0xFC) == 0xDC) {
        p += 4;
      } else {
        break;
      }
    }
    return p - pos;
  }
}
