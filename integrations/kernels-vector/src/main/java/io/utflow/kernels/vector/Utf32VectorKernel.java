/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-32 by vectors of the machine's preferred width. A block of which all scalar values are below
 * U+10000, or all at or above it, is converted at once, a code unit or a surrogate pair to a lane.
 * Other blocks are left to {@code small}, {@value #SLICE} code units at a time.
 *
 * <p>Bounds: decoding, a block is entered with a vector of code units before {@code end} and room
 * for one or two chars a lane before {@code dend}; encoding, with one or two chars a lane and four
 * bytes a lane.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf32VectorKernel implements Kernel {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(
          short.class, jdk.incubator.vector.VectorShape.forBitSize(INTS.vectorBitSize() / 2));
  private static final int LANES = INTS.length();

  /** The code units that {@code small} converts before the loops are tried again. */
  private static final int SLICE = 64;

  private final boolean swapped;
  private final Kernel small;

  Utf32VectorKernel(ByteOrder order, Kernel small) {
    this.swapped = order != ByteOrder.nativeOrder();
    this.small = small;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      long next = decodeBasic(src, p, end, dst, d, dend, swapped);
      next = decodePairs(src, Kernel.read(next), end, dst, Kernel.written(next), dend, swapped);
      int from = Kernel.read(next);
      int to = from + Math.min(end - from, 4 * SLICE);
      long rest = small.decode(src, from, to, dst, Kernel.written(next), dend);
      p = from + Kernel.read(rest);
      d = Kernel.written(next) + Kernel.written(rest);
      if (p < to) {
        break;
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Blocks of code units below U+10000; returns the positions reached. */
  private static long decodeBasic(
      byte[] src, int pos, int end, char[] dst, int dpos, int dend, boolean swapped) {
    int p = pos;
    int d = dpos;
    while (p <= end - 4 * LANES && d <= dend - LANES) {
      IntVector units = load(src, p, swapped);
      if (isNotBasic(units).or(isSurrogate(units)).anyTrue()) {
        break;
      }
      narrow(units).intoCharArray(dst, d);
      d += LANES;
      p += 4 * LANES;
    }
    return Kernel.progress(p, d);
  }

  /** Blocks of supplementary characters; returns the positions reached. */
  private static long decodePairs(
      byte[] src, int pos, int end, char[] dst, int dpos, int dend, boolean swapped) {
    int p = pos;
    int d = dpos;
    while (p <= end - 4 * LANES && d <= dend - 2 * LANES) {
      IntVector above = load(src, p, swapped).sub(0x10000);
      if (above.compare(VectorOperators.UGE, 0x100000).anyTrue()) {
        break;
      }
      IntVector high = above.lanewise(VectorOperators.LSHR, 10).or(0xD800);
      IntVector low = above.and(0x3FF).or(0xDC00).lanewise(VectorOperators.LSHL, 16);
      high.or(low).reinterpretAsShorts().intoCharArray(dst, d);
      d += 2 * LANES;
      p += 4 * LANES;
    }
    return Kernel.progress(p, d);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      long next = encodeBasic(src, p, end, dst, d, dend, swapped);
      next = encodePairs(src, Kernel.read(next), end, dst, Kernel.written(next), dend, swapped);
      int from = Kernel.read(next);
      int to = from + Math.min(end - from, SLICE);
      long rest = small.encode(src, from, to, dst, Kernel.written(next), dend);
      p = from + Kernel.read(rest);
      d = Kernel.written(next) + Kernel.written(rest);
      // If the slice cuts a surrogate pair, the next slice begins with that pair.
      if (p < to - 1 || p == from) {
        break;
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Blocks without surrogates; returns the positions reached. */
  private static long encodeBasic(
      char[] src, int pos, int end, byte[] dst, int dpos, int dend, boolean swapped) {
    int p = pos;
    int d = dpos;
    while (p <= end - LANES && d <= dend - 4 * LANES) {
      IntVector units = widen(ShortVector.fromCharArray(SHORTS, src, p));
      if (isSurrogate(units).anyTrue()) {
        break;
      }
      order(units, swapped).reinterpretAsBytes().intoArray(dst, d);
      d += 4 * LANES;
      p += LANES;
    }
    return Kernel.progress(p, d);
  }

  /** Blocks of surrogate pairs; returns the positions reached. */
  private static long encodePairs(
      char[] src, int pos, int end, byte[] dst, int dpos, int dend, boolean swapped) {
    int p = pos;
    int d = dpos;
    while (p <= end - 2 * LANES && d <= dend - 4 * LANES) {
      IntVector pairs =
          ShortVector.fromCharArray(ShortVector.SPECIES_PREFERRED, src, p).reinterpretAsInts();
      if (pairs.and(0xFC00FC00).compare(VectorOperators.NE, 0xDC00D800).anyTrue()) {
        break;
      }
      IntVector high = pairs.and(0x3FF).lanewise(VectorOperators.LSHL, 10);
      IntVector scalars = high.or(pairs.lanewise(VectorOperators.LSHR, 16).and(0x3FF)).add(0x10000);
      order(scalars, swapped).reinterpretAsBytes().intoArray(dst, d);
      d += 4 * LANES;
      p += 2 * LANES;
    }
    return Kernel.progress(p, d);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (p <= end - 4 * LANES) {
      IntVector units = load(src, p, swapped);
      if (units.compare(VectorOperators.UGE, 0x110000).or(isSurrogate(units)).anyTrue()) {
        break;
      }
      p += 4 * LANES;
    }
    return p - pos + small.wellFormedPrefix(src, p, end);
  }

  private static IntVector load(byte[] src, int pos, boolean swapped) {
    return order(ByteVector.fromArray(BYTES, src, pos).reinterpretAsInts(), swapped);
  }

  private static IntVector order(IntVector units, boolean swapped) {
    return swapped ? units.lanewise(VectorOperators.REVERSE_BYTES) : units;
  }

  private static VectorMask<Integer> isNotBasic(IntVector units) {
    return units.compare(VectorOperators.UGE, 0x10000);
  }

  private static VectorMask<Integer> isSurrogate(IntVector units) {
    return units.and(0xFFFFF800).compare(VectorOperators.EQ, 0xD800);
  }

  private static ShortVector narrow(IntVector units) {
    return (ShortVector) units.convertShape(VectorOperators.I2S, SHORTS, 0);
  }

  private static IntVector widen(ShortVector units) {
    return (IntVector) units.convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
  }
}
