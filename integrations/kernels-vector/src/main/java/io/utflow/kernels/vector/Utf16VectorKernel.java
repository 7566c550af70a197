/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.Utf8Neighbour;
import io.utflow.kernels.vector.compress.Utf8Transcoder512;
import io.utflow.kernels.vector.shared.AsciiTranscoder;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-16 by vectors of the machine's preferred width. Code units are copied, their bytes swapped
 * where the byte order is not the machine's. A block that holds a surrogate is checked by masks: a
 * low surrogate must be after every high one and nowhere else. {@code expected} is the bit of the
 * low surrogate with which a block must begin if the block before ends with a high one.
 *
 * <p>The last block of an array may overlap the one before it, and then writes the same units
 * again.
 *
 * <p>Bounds: code unit i of the source becomes code unit i of the destination; a block is entered
 * with a vector of units before the end of the shorter range.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf16VectorKernel implements Utf8Neighbour {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final int LANES = SHORTS.length();
  private static final long ALL = -1L >>> -LANES;

  private static final ShortVector UPPER_FIVE_BITS = shorts(0xF800);
  private static final ShortVector UPPER_SIX_BITS = shorts(0xFC00);

  /** The first high surrogate, which is the first of all surrogates. */
  private static final ShortVector HIGH = shorts(0xD800);

  private static final ShortVector LOW = shorts(0xDC00);

  /**
   * By how many bits a code unit is rotated into the machine's order: 8; or 0 where it is in that
   * order, which saves a fifth of the time.
   */
  private final int swapBits;

  private final Kernel small;
  private final boolean compressing;

  /**
   * A kernel for one byte order.
   *
   * @param small converts input that is shorter than a vector
   * @param compressing whether the machine compresses bytes of 512 bits by an instruction
   */
  Utf16VectorKernel(ByteOrder order, Kernel small, boolean compressing) {
    this.swapBits = order == ByteOrder.nativeOrder() ? 0 : 8;
    this.small = small;
    this.compressing = compressing;
  }

  private static ShortVector shorts(int value) {
    return ShortVector.broadcast(SHORTS, (short) value);
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int count = Math.min(end - pos >> 1, dend - dpos);
    if (count < LANES) {
      return small.decode(src, pos, end, dst, dpos, dend);
    }
    int kept = decodeBlocks(src, pos, dst, dpos, count, swapBits);
    int last = count - LANES;
    if (kept >= last && kept < count) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * last).reinterpretAsShorts();
      if (swapBits != 0) {
        units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      units.intoCharArray(dst, dpos + last);
      long afterHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1;
      long low = units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong();
      kept = last + paired(afterHigh, low, kept - last);
    }
    return Kernel.progress(2 * kept, kept);
  }

  private static int decodeBlocks(
      byte[] src, int pos, char[] dst, int dpos, int count, int swapBits) {
    long expected = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * i).reinterpretAsShorts();
      if (swapBits != 0) {
        units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      units.intoCharArray(dst, dpos + i);
      if (expected != 0 || units.and(UPPER_FIVE_BITS).compare(EQ, HIGH).anyTrue()) {
        long afterHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1 | expected;
        long broken = (units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong() ^ afterHigh) & ALL;
        if (broken != 0) {
          return i + boundary(afterHigh, broken);
        }
        expected = afterHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) expected;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int count = Math.min(end - pos, dend - dpos >> 1);
    if (count < LANES) {
      return small.encode(src, pos, end, dst, dpos, dend);
    }
    int kept = encodeBlocks(src, pos, dst, dpos, count, swapBits);
    int last = count - LANES;
    if (kept >= last && kept < count) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, pos + last);
      ShortVector ordered = units;
      if (swapBits != 0) {
        ordered = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      ordered.reinterpretAsBytes().intoArray(dst, dpos + 2 * last);
      long afterHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1;
      long low = units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong();
      kept = last + paired(afterHigh, low, kept - last);
    }
    return Kernel.progress(kept, 2 * kept);
  }

  private static int encodeBlocks(
      char[] src, int pos, byte[] dst, int dpos, int count, int swapBits) {
    long expected = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, pos + i);
      ShortVector ordered = units;
      if (swapBits != 0) {
        ordered = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      ordered.reinterpretAsBytes().intoArray(dst, dpos + 2 * i);
      if (expected != 0 || units.and(UPPER_FIVE_BITS).compare(EQ, HIGH).anyTrue()) {
        long afterHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1 | expected;
        long broken = (units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong() ^ afterHigh) & ALL;
        if (broken != 0) {
          return i + boundary(afterHigh, broken);
        }
        expected = afterHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) expected;
  }

  /** In the machine's order this is a copy, which {@code small} leaves to the JDK. */
  @Override
  public long encodeWellFormed(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int last = end - pos - LANES;
    if (swapBits == 0 || last < 0) {
      return small.encodeWellFormed(src, pos, end, dst, dpos, dend);
    }
    for (int i = 0; i < last; i += LANES) {
      storeSwapped(src, pos + i, dst, dpos + 2 * i);
    }
    storeSwapped(src, pos + last, dst, dpos + 2 * last);
    return Kernel.progress(end - pos, 2 * (end - pos));
  }

  private static void storeSwapped(char[] src, int p, byte[] dst, int d) {
    ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
    units = units.lanewise(LSHL, 8).or(units.lanewise(LSHR, 8));
    units.reinterpretAsBytes().intoArray(dst, d);
  }

  /** In the machine's order by {@code small} as well. */
  @Override
  public int copyUnits(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int count = Math.min(end - pos >> 1, dend - dpos);
    int last = count - LANES;
    if (swapBits == 0 || last < 0) {
      return small.copyUnits(src, pos, end, dst, dpos, dend);
    }
    for (int i = 0; i < last; i += LANES) {
      loadSwapped(src, pos + 2 * i, dst, dpos + i);
    }
    loadSwapped(src, pos + 2 * last, dst, dpos + last);
    return count;
  }

  private static void loadSwapped(byte[] src, int p, char[] dst, int d) {
    ShortVector units = ByteVector.fromArray(BYTES, src, p).reinterpretAsShorts();
    units = units.lanewise(LSHL, 8).or(units.lanewise(LSHR, 8));
    units.intoCharArray(dst, d);
  }

  @Override
  public long toUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return compressing
        ? Utf8Transcoder512.narrow(src, pos, end, dst, dpos, dend, swapBits)
        : AsciiTranscoder.narrow(src, pos, end, dst, dpos, dend, swapBits);
  }

  @Override
  public long fromUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return AsciiTranscoder.widen(src, pos, end, dst, dpos, dend, swapBits);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int count = end - pos >> 1;
    if (count < LANES) {
      return small.wellFormedPrefix(src, pos, end);
    }
    int kept = wellFormedBlocks(src, pos, count, swapBits);
    int last = count - LANES;
    if (kept >= last && kept < count) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * last).reinterpretAsShorts();
      if (swapBits != 0) {
        units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      long afterHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1;
      long low = units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong();
      kept = last + paired(afterHigh, low, kept - last);
    }
    return 2 * kept;
  }

  private static int wellFormedBlocks(byte[] src, int pos, int count, int swapBits) {
    long expected = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * i).reinterpretAsShorts();
      if (swapBits != 0) {
        units = units.lanewise(LSHL, swapBits).or(units.lanewise(LSHR, swapBits));
      }
      if (expected != 0 || units.and(UPPER_FIVE_BITS).compare(EQ, HIGH).anyTrue()) {
        long afterHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1 | expected;
        long broken = (units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong() ^ afterHigh) & ALL;
        if (broken != 0) {
          return i + boundary(afterHigh, broken);
        }
        expected = afterHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) expected;
  }

  /**
   * The number of lanes before the first unpaired surrogate; {@code from} are known to be
   * well-formed.
   */
  private static int paired(long afterHigh, long low, int from) {
    // A high surrogate in the last lane shows in the bit after the lanes.
    long broken = (low ^ afterHigh) & -1L << from;
    return broken == 0 ? LANES : boundary(afterHigh, broken);
  }

  /**
   * Where the well-formed text ends: before a low surrogate that follows no high one, or before the
   * high surrogate that no low one follows.
   */
  private static int boundary(long afterHigh, long broken) {
    int first = Long.numberOfTrailingZeros(broken);
    return first - (int) (afterHigh >>> first & 1);
  }
}
