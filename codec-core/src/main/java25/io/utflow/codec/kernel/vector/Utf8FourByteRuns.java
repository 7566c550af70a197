package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Runs of UTF-8 of four bytes to surrogate pairs, and back, by vectors of the machine's own width.
 * A character and its pair both fill a lane of 32 bits, the first byte in the lowest, so nothing
 * moves between lanes.
 *
 * <p>Bounds: a block is entered with a vector before {@code end} and before {@code dend}.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class Utf8FourByteRuns {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = BYTES.length();

  // Of F0..F7, 80..BF, 80..BF, 80..BF.
  private static final IntVector MARK_BITS = ints(0xC0C0C0F8);
  private static final IntVector MARKS = ints(0x808080F0);

  private static final IntVector SIX_BITS = ints(0x3F);
  private static final IntVector FIRST_SUPPLEMENTARY = ints(0x10000);
  private static final IntVector SUPPLEMENTARIES = ints(0x100000);

  private Utf8FourByteRuns() {}

  private static IntVector ints(int value) {
    return IntVector.broadcast(INTS, value);
  }

  /** Decodes whole blocks; returns the positions reached. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p <= end - LANES && d <= dend - LANES / 2) {
      IntVector bytes = ByteVector.fromArray(BYTES, src, p).reinterpretAsInts();
      IntVector above =
          bytes
              .lanewise(LSHR, 24)
              .and(SIX_BITS)
              .or(bytes.lanewise(LSHR, 10).and(0x3F << 6))
              .or(bytes.lanewise(LSHL, 4).and(0x3F << 12))
              .or(bytes.and(7).lanewise(LSHL, 18))
              .sub(FIRST_SUPPLEMENTARY);
      boolean marked = !bytes.and(MARK_BITS).compare(NE, MARKS).anyTrue();
      if (!marked || above.compare(UGE, SUPPLEMENTARIES).anyTrue()) {
        break;
      }
      IntVector high = above.lanewise(LSHR, 10).or(0xD800);
      IntVector low = above.and(0x3FF).or(0xDC00).lanewise(LSHL, 16);
      high.or(low).reinterpretAsShorts().intoCharArray(dst, d);
      d += LANES / 2;
      p += LANES;
    }
    return Kernel.progress(p, d);
  }

  /** Encodes whole blocks; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p <= end - LANES / 2 && d <= dend - LANES) {
      IntVector pairs =
          ShortVector.fromCharArray(ShortVector.SPECIES_PREFERRED, src, p).reinterpretAsInts();
      if (pairs.and(0xFC00FC00).compare(NE, 0xDC00D800).anyTrue()) {
        break;
      }
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
      d += LANES;
      p += LANES / 2;
    }
    return Kernel.progress(p, d);
  }
}
