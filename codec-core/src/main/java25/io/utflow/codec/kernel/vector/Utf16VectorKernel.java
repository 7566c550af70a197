package io.utflow.codec.kernel.vector;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-16 by vectors of the machine's own width: code units are copied, their bytes swapped where the
 * order is not the machine's, and their surrogates paired in the bits of a mask: a low surrogate
 * must stand behind every high one and nowhere else. {@code owed} is the bit of the low surrogate
 * that the block before owes to this one.
 *
 * <p>The last block of an array overlaps the one before it, and writes again what that wrote.
 *
 * <p>Bounds: code unit i of the source becomes code unit i of the destination; a block is entered
 * with as many units as it has lanes before the end of the shorter.
 */
final class Utf16VectorKernel implements Kernel {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final int LANES = SHORTS.length();
  private static final long ALL = -1L >>> -LANES;

  private final boolean swapped;
  private final Kernel small;

  /** {@code small} takes what is shorter than a vector. */
  Utf16VectorKernel(ByteOrder order, Kernel small) {
    this.swapped = order != ByteOrder.nativeOrder();
    this.small = small;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int count = Math.min(end - pos >> 1, dend - dpos);
    if (count < LANES) {
      return small.decode(src, pos, end, dst, dpos, dend);
    }
    int kept = decodeBlocks(src, pos, dst, dpos, count, swapped);
    int last = count - LANES;
    if (kept > last && kept < count) {
      ShortVector units = load(src, pos + 2 * last, swapped);
      units.intoCharArray(dst, dpos + last);
      kept = last + paired(units, kept - last);
    }
    return Kernel.progress(2 * kept, kept);
  }

  private static int decodeBlocks(
      byte[] src, int pos, char[] dst, int dpos, int count, boolean swapped) {
    long owed = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = load(src, pos + 2 * i, swapped);
      units.intoCharArray(dst, dpos + i);
      if (owed != 0 || hasSurrogates(units)) {
        long behindHigh = high(units) << 1 | owed;
        long broken = (low(units) ^ behindHigh) & ALL;
        if (broken != 0) {
          return i + boundary(behindHigh, broken);
        }
        owed = behindHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) owed;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int count = Math.min(end - pos, dend - dpos >> 1);
    if (count < LANES) {
      return small.encode(src, pos, end, dst, dpos, dend);
    }
    int kept = encodeBlocks(src, pos, dst, dpos, count, swapped);
    int last = count - LANES;
    if (kept > last && kept < count) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, pos + last);
      order(units, swapped).reinterpretAsBytes().intoArray(dst, dpos + 2 * last);
      kept = last + paired(units, kept - last);
    }
    return Kernel.progress(kept, 2 * kept);
  }

  private static int encodeBlocks(
      char[] src, int pos, byte[] dst, int dpos, int count, boolean swapped) {
    long owed = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, pos + i);
      order(units, swapped).reinterpretAsBytes().intoArray(dst, dpos + 2 * i);
      if (owed != 0 || hasSurrogates(units)) {
        long behindHigh = high(units) << 1 | owed;
        long broken = (low(units) ^ behindHigh) & ALL;
        if (broken != 0) {
          return i + boundary(behindHigh, broken);
        }
        owed = behindHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) owed;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int count = end - pos >> 1;
    if (count < LANES) {
      return small.wellFormedPrefix(src, pos, end);
    }
    int kept = wellFormedBlocks(src, pos, count, swapped);
    int last = count - LANES;
    if (kept > last && kept < count) {
      kept = last + paired(load(src, pos + 2 * last, swapped), kept - last);
    }
    return 2 * kept;
  }

  private static int wellFormedBlocks(byte[] src, int pos, int count, boolean swapped) {
    long owed = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = load(src, pos + 2 * i, swapped);
      if (owed != 0 || hasSurrogates(units)) {
        long behindHigh = high(units) << 1 | owed;
        long broken = (low(units) ^ behindHigh) & ALL;
        if (broken != 0) {
          return i + boundary(behindHigh, broken);
        }
        owed = behindHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) owed;
  }

  private static ShortVector load(byte[] src, int pos, boolean swapped) {
    return order(ByteVector.fromArray(BYTES, src, pos).reinterpretAsShorts(), swapped);
  }

  private static ShortVector order(ShortVector units, boolean swapped) {
    return swapped ? units.lanewise(VectorOperators.REVERSE_BYTES) : units;
  }

  private static boolean hasSurrogates(ShortVector units) {
    return units.and((short) 0xF800).compare(VectorOperators.EQ, (short) 0xD800).anyTrue();
  }

  private static long high(ShortVector units) {
    return units.and((short) 0xFC00).compare(VectorOperators.EQ, (short) 0xD800).toLong();
  }

  private static long low(ShortVector units) {
    return units.and((short) 0xFC00).compare(VectorOperators.EQ, (short) 0xDC00).toLong();
  }

  /** The lanes before the first unpaired surrogate, of which {@code from} are known to be whole. */
  private static int paired(ShortVector units, int from) {
    long behindHigh = high(units) << 1;
    // A high surrogate in the last lane shows as a break behind it.
    long broken = (low(units) ^ behindHigh) & -1L << from;
    return broken == 0 ? LANES : boundary(behindHigh, broken);
  }

  /**
   * The first break is a low surrogate too many, where the boundary is, or a low surrogate that is
   * missing: then the boundary is before the high one.
   */
  private static int boundary(long behindHigh, long broken) {
    int first = Long.numberOfTrailingZeros(broken);
    return first - (int) (behindHigh >>> first & 1);
  }
}
