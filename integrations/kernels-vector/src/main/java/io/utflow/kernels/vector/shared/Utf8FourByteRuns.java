/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shared;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Runs of four-byte UTF-8 to surrogate pairs, and back, by vectors of the machine's preferred
 * width. A sequence and its pair both fill a lane of 32 bits, the first byte in the lowest, so
 * nothing moves between lanes. A block is one vector: all lanes are stored; those before the first
 * that is not such a sequence count, and one ASCII character after them, a space or the end of a
 * line. That character may also begin the block after a full one. A value out of range ends the
 * loop before its block.
 *
 * <p>The next block cannot start until the count of this one is known. Therefore the count is taken
 * from the fixed bits of the lanes alone, and the values are checked at the same time.
 *
 * <p>Bounds: a block is entered with a vector and one element more before {@code end} and before
 * {@code dend}.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class Utf8FourByteRuns {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = BYTES.length();
  private static final int WHOLE = LANES / 4;
  private static final long AFTER_ALL = 1L << WHOLE;
  private static final IntVector NON_ASCII = ints(0x80);

  // The fixed bits of F0..F7, 80..BF, 80..BF, 80..BF.
  private static final IntVector MARK_BITS = ints(0xC0C0C0F8);
  private static final IntVector MARKS = ints(0x808080F0);

  private static final IntVector SIX_BITS = ints(0x3F);
  private static final IntVector FIRST_SUPPLEMENTARY = ints(0x10000);
  private static final IntVector SUPPLEMENTARIES = ints(0x100000);

  private Utf8FourByteRuns() {}

  private static IntVector ints(int value) {
    return IntVector.broadcast(INTS, value);
  }

  /** Decodes from a four-byte sequence on; returns the positions reached. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    boolean whole = false;
    while (p <= end - LANES - 1 && d <= dend - LANES / 2 - 1) {
      IntVector bytes = ByteVector.fromArray(BYTES, src, p).reinterpretAsInts();
      IntVector above =
          bytes
              .lanewise(LSHR, 24)
              .and(SIX_BITS)
              .or(bytes.lanewise(LSHR, 10).and(0x3F << 6))
              .or(bytes.lanewise(LSHL, 4).and(0x3F << 12))
              .or(bytes.and(7).lanewise(LSHL, 18))
              .sub(FIRST_SUPPLEMENTARY);
      IntVector high = above.lanewise(LSHR, 10).or(0xD800);
      IntVector low = above.and(0x3FF).or(0xDC00).lanewise(LSHL, 16);
      high.or(low).reinterpretAsShorts().intoCharArray(dst, d);
      long others = bytes.and(MARK_BITS).compare(NE, MARKS).toLong();
      int count = Long.numberOfTrailingZeros(others | AFTER_ALL);
      long outside = above.compare(UGE, SUPPLEMENTARIES).toLong() & ~(-1L << count);
      int ascii = (int) (bytes.and(NON_ASCII).compare(EQ, 0).toLong() >>> count & 1);
      if (outside != 0 || count == 0 && !(ascii == 1 && whole)) {
        break;
      }
      whole = count == WHOLE;
      d += 2 * count;
      p += 4 * count;
      dst[d] = (char) (src[p] & 0x7F);
      d += ascii;
      p += ascii;
    }
    return Kernel.progress(p, d);
  }

  /** Encodes from a surrogate pair on; returns the positions reached. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    boolean whole = false;
    while (p <= end - LANES / 2 - 1 && d <= dend - LANES - 1) {
      IntVector pairs =
          ShortVector.fromCharArray(ShortVector.SPECIES_PREFERRED, src, p).reinterpretAsInts();
      VectorMask<Integer> bad = pairs.and(0xFC00FC00).compare(NE, 0xDC00D800);
      IntVector low = pairs.lanewise(LSHR, 16).and(0x3FF);
      IntVector scalars = pairs.and(0x3FF).lanewise(LSHL, 10).or(low).add(FIRST_SUPPLEMENTARY);
      scalars
          .lanewise(LSHR, 18)
          .or(scalars.lanewise(LSHR, 4).and(0x3F00))
          .or(scalars.lanewise(LSHL, 10).and(0x3F0000))
          .or(scalars.lanewise(LSHL, 24).and(0x3F000000))
          .or(MARKS)
          .reinterpretAsBytes()
          .intoArray(dst, d);
      int count = Long.numberOfTrailingZeros(bad.toLong() | AFTER_ALL);
      int ascii = (int) (pairs.and(0xFF80).compare(EQ, 0).toLong() >>> count & 1);
      if (count == 0 && !(ascii == 1 && whole)) {
        break;
      }
      whole = count == WHOLE;
      d += 4 * count;
      p += 2 * count;
      dst[d] = (byte) src[p];
      d += ascii;
      p += ascii;
    }
    return Kernel.progress(p, d);
  }
}
