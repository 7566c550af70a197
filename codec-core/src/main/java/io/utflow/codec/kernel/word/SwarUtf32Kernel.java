/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.utf8.FourByteRuns;
import java.nio.ByteOrder;

/**
 * UTF-32. A block is four code units, all below U+10000 and no surrogates, which is most text;
 * decoding, a word of two supplementary characters is converted at once as well. Where neither
 * fits, the plain loop converts up to {@value #STRETCH} units.
 *
 * <p>Bounds: a block is sixteen bytes, two words of two lanes of 32 bits. Blocks and words are
 * counted in advance from what fits into both ranges; the plain loop checks both limits.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf32Form}.
 */
public final class SwarUtf32Kernel implements Kernel {
  public static final SwarUtf32Kernel BIG_ENDIAN =
      new SwarUtf32Kernel(ByteOrder.BIG_ENDIAN, Utf32Kernel.BIG_ENDIAN);
  public static final SwarUtf32Kernel LITTLE_ENDIAN =
      new SwarUtf32Kernel(ByteOrder.LITTLE_ENDIAN, Utf32Kernel.LITTLE_ENDIAN);

  /** The code units that the plain loop converts before blocks are tried again. */
  private static final int STRETCH = 16;

  private static final long LANES = 0x0000000100000001L;

  private final Utf32Kernel scalar;
  private final boolean bigEndian;

  private SwarUtf32Kernel(ByteOrder order, Utf32Kernel scalar) {
    this.scalar = scalar;
    this.bigEndian = order == ByteOrder.BIG_ENDIAN;
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
      int words = decodePairs(src, p, dst, d, Math.min(end - p >> 3, dend - d >> 2));
      p += 8 * words;
      d += 4 * words;
      run = scalar.decode(src, p, p + Math.min(end - p, 4 * STRETCH), dst, d, dend);
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

  /** Decodes words of two supplementary characters. */
  private int decodePairs(byte[] src, int pos, char[] dst, int dpos, int count) {
    int i = 0;
    for (; i < count; i++) {
      long offsets = units(src, pos + 8 * i) - 0x10000 * LANES;
      if ((offsets & 0xFFF00000L * LANES) != 0) {
        break;
      }
      Words.put4(dst, dpos + 4 * i, FourByteRuns.surrogates(offsets));
    }
    return i;
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
      run = scalar.encode(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
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

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int run;
    do {
      p += 16 * basicBlocks(src, p, end - p >> 4);
      run = scalar.wellFormedPrefix(src, p, p + Math.min(end - p, 4 * STRETCH));
      p += run;
    } while (run > 0);
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
}
