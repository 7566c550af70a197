package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-16 by vectors of the machine's own width: code units are copied, their bytes swapped where
 * the order is not the machine's, and their surrogates paired in the bits of a mask: a low
 * surrogate must stand behind every high one and nowhere else. {@code owed} is the bit of the low
 * surrogate that the block before owes to this one.
 *
 * <p>The last block of an array overlaps the one before it, and writes again what that wrote.
 *
 * <p>Bounds: code unit i of the source becomes code unit i of the destination; a block is entered
 * with as many units as it has lanes before the end of the shorter.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class Utf16VectorKernel implements Kernel {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final int LANES = SHORTS.length();
  private static final long ALL = -1L >>> -LANES;

  private static final ShortVector UPPER_FIVE_BITS = shorts(0xF800);
  private static final ShortVector UPPER_SIX_BITS = shorts(0xFC00);

  /** The first high surrogate, and the first of all surrogates. */
  private static final ShortVector HIGH = shorts(0xD800);

  private static final ShortVector LOW = shorts(0xDC00);

  /**
   * By how many bits a code unit is turned to the machine's order: 8, or 0 where nothing is to be
   * turned, which saves a fifth of the loop.
   */
  private final int turn;

  private final Kernel small;
  private final boolean compressing;

  /**
   * {@code small} takes what is shorter than a vector.
   *
   * @param compressing whether the machine compresses bytes of 512 bits by an instruction
   */
  Utf16VectorKernel(ByteOrder order, Kernel small, boolean compressing) {
    this.turn = order == ByteOrder.nativeOrder() ? 0 : 8;
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
    int kept = decodeBlocks(src, pos, dst, dpos, count, turn);
    int last = count - LANES;
    if (kept > last && kept < count) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * last).reinterpretAsShorts();
      if (turn != 0) {
        units = units.lanewise(LSHL, turn).or(units.lanewise(LSHR, turn));
      }
      units.intoCharArray(dst, dpos + last);
      long behindHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1;
      long low = units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong();
      kept = last + paired(behindHigh, low, kept - last);
    }
    return Kernel.progress(2 * kept, kept);
  }

  private static int decodeBlocks(byte[] src, int pos, char[] dst, int dpos, int count, int turn) {
    long owed = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * i).reinterpretAsShorts();
      if (turn != 0) {
        units = units.lanewise(LSHL, turn).or(units.lanewise(LSHR, turn));
      }
      units.intoCharArray(dst, dpos + i);
      if (owed != 0 || units.and(UPPER_FIVE_BITS).compare(EQ, HIGH).anyTrue()) {
        long behindHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1 | owed;
        long broken = (units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong() ^ behindHigh) & ALL;
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
    int kept = encodeBlocks(src, pos, dst, dpos, count, turn);
    int last = count - LANES;
    if (kept > last && kept < count) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, pos + last);
      ShortVector ordered = units;
      if (turn != 0) {
        ordered = units.lanewise(LSHL, turn).or(units.lanewise(LSHR, turn));
      }
      ordered.reinterpretAsBytes().intoArray(dst, dpos + 2 * last);
      long behindHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1;
      long low = units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong();
      kept = last + paired(behindHigh, low, kept - last);
    }
    return Kernel.progress(kept, 2 * kept);
  }

  private static int encodeBlocks(char[] src, int pos, byte[] dst, int dpos, int count, int turn) {
    long owed = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, pos + i);
      ShortVector ordered = units;
      if (turn != 0) {
        ordered = units.lanewise(LSHL, turn).or(units.lanewise(LSHR, turn));
      }
      ordered.reinterpretAsBytes().intoArray(dst, dpos + 2 * i);
      if (owed != 0 || units.and(UPPER_FIVE_BITS).compare(EQ, HIGH).anyTrue()) {
        long behindHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1 | owed;
        long broken = (units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong() ^ behindHigh) & ALL;
        if (broken != 0) {
          return i + boundary(behindHigh, broken);
        }
        owed = behindHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) owed;
  }

  /** In the machine's order it is a copy. */
  @Override
  public long encodeWellFormed(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return turn == 0
        ? small.encodeWellFormed(src, pos, end, dst, dpos, dend)
        : encode(src, pos, end, dst, dpos, dend);
  }

  @Override
  public long toUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long two;
    do {
      long ascii = AsciiTranscoder.narrow(src, p, end, dst, d, dend, turn);
      p += Kernel.read(ascii);
      d += Kernel.written(ascii);
      two = compressing ? TwoByteTranscoder512.narrow(src, p, end, dst, d, dend, turn) : 0;
      p += Kernel.read(two);
      d += Kernel.written(two);
    } while (two != 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public long fromUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long two;
    do {
      long ascii = AsciiTranscoder.widen(src, p, end, dst, d, dend, turn);
      p += Kernel.read(ascii);
      d += Kernel.written(ascii);
      two = compressing ? TwoByteTranscoder512.widen(src, p, end, dst, d, dend, turn) : 0;
      p += Kernel.read(two);
      d += Kernel.written(two);
    } while (two != 0);
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int count = end - pos >> 1;
    if (count < LANES) {
      return small.wellFormedPrefix(src, pos, end);
    }
    int kept = wellFormedBlocks(src, pos, count, turn);
    int last = count - LANES;
    if (kept > last && kept < count) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * last).reinterpretAsShorts();
      if (turn != 0) {
        units = units.lanewise(LSHL, turn).or(units.lanewise(LSHR, turn));
      }
      long behindHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1;
      long low = units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong();
      kept = last + paired(behindHigh, low, kept - last);
    }
    return 2 * kept;
  }

  private static int wellFormedBlocks(byte[] src, int pos, int count, int turn) {
    long owed = 0;
    int i = 0;
    while (i <= count - LANES) {
      ShortVector units = ByteVector.fromArray(BYTES, src, pos + 2 * i).reinterpretAsShorts();
      if (turn != 0) {
        units = units.lanewise(LSHL, turn).or(units.lanewise(LSHR, turn));
      }
      if (owed != 0 || units.and(UPPER_FIVE_BITS).compare(EQ, HIGH).anyTrue()) {
        long behindHigh = units.and(UPPER_SIX_BITS).compare(EQ, HIGH).toLong() << 1 | owed;
        long broken = (units.and(UPPER_SIX_BITS).compare(EQ, LOW).toLong() ^ behindHigh) & ALL;
        if (broken != 0) {
          return i + boundary(behindHigh, broken);
        }
        owed = behindHigh >>> LANES;
      }
      i += LANES;
    }
    return i - (int) owed;
  }

  /** The lanes before the first unpaired surrogate, of which {@code from} are known to be whole. */
  private static int paired(long behindHigh, long low, int from) {
    // A high surrogate in the last lane shows as a break behind it.
    long broken = (low ^ behindHigh) & -1L << from;
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
