package io.utflow.codec.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * UTF-16 in bulk: the length of the well-formed prefix is found first, four code units in a {@code
 * long}, sixteen a block; then that much is copied by the JDK's array copy and, where the byte
 * order is not the machine's, swapped in place by loops that C2 vectorises.
 *
 * <p>Bounds: the number of units is cut to what both ranges hold, before anything is touched;
 * blocks are counted out in advance. Encoding copies first and looks for surrogates in the copy.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf16Form}.
 */
final class SwarUtf16Kernel implements Kernel {
  static final SwarUtf16Kernel BIG_ENDIAN =
      new SwarUtf16Kernel(ByteOrder.BIG_ENDIAN, ScalarUtf16Kernel.BIG_ENDIAN, 0);
  static final SwarUtf16Kernel LITTLE_ENDIAN =
      new SwarUtf16Kernel(ByteOrder.LITTLE_ENDIAN, ScalarUtf16Kernel.LITTLE_ENDIAN, 8);

  private static final long SIGNS = 0x8000 * Words.LANES;

  private final ScalarUtf16Kernel scalar;
  private final boolean swapped;

  /** In each lane, as bytes are read: the five bits that tell a surrogate. */
  private final long mask;

  /** In each lane: what these bits are in a surrogate. */
  private final long surrogate;

  /** The six bits that tell a high surrogate from a low one, and two pairs. */
  private final long pairMask;

  private final long pairs;

  private SwarUtf16Kernel(ByteOrder order, ScalarUtf16Kernel scalar, int shift) {
    this.scalar = scalar;
    this.swapped = order != ByteOrder.nativeOrder();
    this.mask = (0xF8L << shift) * Words.LANES;
    this.surrogate = (0xD8L << shift) * Words.LANES;
    this.pairMask = (0xFCL << shift) * Words.LANES;
    this.pairs = 0x00DC00D800DC00D8L << shift;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int units = Math.min(end - pos >> 1, dend - dpos);
    int kept = wellFormedPrefix(src, pos, pos + 2 * units) >> 1;
    inMachineOrder(src, pos, kept).asCharBuffer().get(dst, dpos, kept);
    if (swapped) {
      swap(dst, dpos, kept);
    }
    return Kernel.progress(2 * kept, kept);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int units = Math.min(end - pos, dend - dpos >> 1);
    inMachineOrder(dst, dpos, units).asCharBuffer().put(src, pos, units);
    if (swapped) {
      swap(dst, dpos, units);
    }
    int kept = wellFormedPrefix(dst, dpos, dpos + 2 * units);
    return Kernel.progress(kept >> 1, kept);
  }

  private static ByteBuffer inMachineOrder(byte[] bytes, int pos, int units) {
    return ByteBuffer.wrap(bytes, pos, 2 * units).order(ByteOrder.nativeOrder());
  }

  /** Two shifts, and not {@link Character#reverseBytes}, because this is what vectorises on 17. */
  private static void swap(char[] units, int pos, int count) {
    for (int i = pos; i < pos + count; i++) {
      units[i] = (char) (units[i] << 8 | units[i] >>> 8);
    }
  }

  private static void swap(byte[] units, int pos, int count) {
    int words = count >> 2;
    for (int i = 0; i < words; i++) {
      long word = Words.get(units, pos + 8 * i);
      long low = word & 0xFF * Words.LANES;
      Words.put(units, pos + 8 * i, low << 8 | word >>> 8 & 0xFF * Words.LANES);
    }
    for (int d = pos + 8 * words; d < pos + 2 * count; d += 2) {
      byte first = units[d];
      units[d] = units[d + 1];
      units[d + 1] = first;
    }
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int run;
    do {
      p += 32 * blocksWithoutSurrogates(src, p, end - p >> 5);
      p += 8 * blocksOfPairs(src, p, end - p >> 3);
      // A pair that this cuts in two is whole in the next round.
      run = scalar.wellFormedPrefix(src, p, Math.min(end, p + 32));
      p += run;
    } while (run > 0);
    return p - pos;
  }

  private int blocksWithoutSurrogates(byte[] src, int pos, int count) {
    int i = 0;
    for (; i < count; i++) {
      int p = pos + 32 * i;
      long first = surrogates(Words.get(src, p)) | surrogates(Words.get(src, p + 8));
      long second = surrogates(Words.get(src, p + 16)) | surrogates(Words.get(src, p + 24));
      if (((first | second) & SIGNS) != 0) {
        break;
      }
    }
    return i;
  }

  private int blocksOfPairs(byte[] src, int pos, int count) {
    int i = 0;
    while (i < count && ((Words.get(src, pos + 8 * i) ^ pairs) & pairMask) == 0) {
      i++;
    }
    return i;
  }

  /** The sign of a lane is set where a surrogate stands, and perhaps in lanes above one. */
  private long surrogates(long word) {
    long difference = (word ^ surrogate) & mask;
    return difference - Words.LANES & ~difference;
  }
}
