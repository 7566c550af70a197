/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-32. A block is four code units, all below U+10000 and no surrogates, which is most text.
 * Where it is something else, up to {@value #STRETCH} units are converted one at a time.
 *
 * <p>Bounds: a block is sixteen bytes, two words of two lanes of 32 bits. Blocks are counted in
 * advance from what fits into both ranges; before each single unit both limits are checked.
 */
public final class SwarUtf32Kernel implements Kernel {
  public static final SwarUtf32Kernel BIG_ENDIAN = new SwarUtf32Kernel(true);
  public static final SwarUtf32Kernel LITTLE_ENDIAN = new SwarUtf32Kernel(false);

  /** The code units that are converted one at a time before blocks are tried again. */
  private static final int STRETCH = 16;

  private static final long LANES = 0x0000000100000001L;

  private final boolean bigEndian;

  private SwarUtf32Kernel(boolean bigEndian) {
    this.bigEndian = bigEndian;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long run;
    do {
      int blocks = decodeBlocks(src, p, dst, d, Math.min(end - p >> 4, dend - d >> 2));
      p += 16 * blocks;
      d += 4 * blocks;
      run = decodeUnits(src, p, p + Math.min(end - p, 4 * STRETCH), dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (run > 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  private int decodeBlocks(byte[] src, int pos, char[] dst, int dpos, int count) {
    int i = 0;
    for (; i < count; i++) {
      long low = units(src, pos + 16 * i);
      long high = units(src, pos + 16 * i + 8);
      if (!areBasic(low, high)) {
        break;
      }
      int d = dpos + 4 * i;
      dst[d] = (char) low;
      dst[d + 1] = (char) (low >>> 32);
      dst[d + 2] = (char) high;
      dst[d + 3] = (char) (high >>> 32);
    }
    return i;
  }

  private long decodeUnits(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    // Room for a surrogate pair, so that every character fits.
    while (end - p >= 4 && dend - d >= 2 && isScalar(unit(src, p))) {
      d += Character.toChars(unit(src, p), dst, d);
      p += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long run;
    do {
      int blocks = encodeBlocks(src, p, dst, d, Math.min(end - p >> 2, dend - d >> 4));
      p += 4 * blocks;
      d += 16 * blocks;
      run = encodeUnits(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (run > 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  private int encodeBlocks(char[] src, int pos, byte[] dst, int dpos, int count) {
    int i = 0;
    for (; i < count; i++) {
      int p = pos + 4 * i;
      long low = src[p] | (long) src[p + 1] << 32;
      long high = src[p + 2] | (long) src[p + 3] << 32;
      if (!areBasic(low, high)) {
        break;
      }
      putUnits(dst, dpos + 16 * i, low);
      putUnits(dst, dpos + 16 * i + 8, high);
    }
    return i;
  }

  private long encodeUnits(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && dend - d >= 4) {
      int scalar = Character.codePointAt(src, p, end);
      if (!isScalar(scalar)) {
        break;
      }
      Words.putInt(dst, d, bigEndian ? Integer.reverseBytes(scalar) : scalar);
      p += Character.charCount(scalar);
      d += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int from;
    do {
      p += 16 * basicBlocks(src, p, end - p >> 4);
      from = p;
      int stop = p + Math.min(end - p, 4 * STRETCH);
      while (stop - p >= 4 && isScalar(unit(src, p))) {
        p += 4;
      }
    } while (p > from);
    return p - pos;
  }

  private int basicBlocks(byte[] src, int pos, int count) {
    int i = 0;
    while (i < count && areBasic(units(src, pos + 16 * i), units(src, pos + 16 * i + 8))) {
      i++;
    }
    return i;
  }

  /** Whether four code units are scalar values below U+10000. */
  private static boolean areBasic(long low, long high) {
    // By the exclusive or, D800 to DFFF only become 0 to 07FF; adding F800 to these does not carry.
    long noSurrogates =
        ((low ^ 0xD800 * LANES) + 0xF800 * LANES) & ((high ^ 0xD800 * LANES) + 0xF800 * LANES);
    return ((low | high) & 0xFFFF0000L * LANES) == 0
        && (noSurrogates & 0x10000 * LANES) == 0x10000 * LANES;
  }

  /** Two code units, the first in the lower lane. */
  private long units(byte[] src, int p) {
    long word = Words.get(src, p);
    return bigEndian ? Long.rotateLeft(Long.reverseBytes(word), 32) : word;
  }

  private void putUnits(byte[] dst, int d, long units) {
    Words.put(dst, d, bigEndian ? Long.reverseBytes(Long.rotateLeft(units, 32)) : units);
  }

  private int unit(byte[] src, int pos) {
    int unit = Words.getInt(src, pos);
    return bigEndian ? Integer.reverseBytes(unit) : unit;
  }

  /** Whether {@code unit} is at most U+10FFFF (unsigned) and no surrogate (D800..DFFF). */
  private static boolean isScalar(int unit) {
    return Integer.compareUnsigned(unit, 0x10FFFF) <= 0 && unit >>> 11 != 0x1B;
  }
}
