/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.FOUR_INTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SHORTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SIXTEEN;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.UMIN;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-16 below U+0800 to UTF-8, for machines that cannot compress bytes. A block is a vector of
 * code units. The lower half of a lane is the last byte, without a mask: the smaller of the unit
 * and of its last six bits as a continuation byte is right, because the one is below 80 and the
 * other is not. The upper half is the lead byte of two; for ASCII it is not taken by the table
 * ({@link Shuffles#OF_TWO}), which squeezes eight lanes at a time.
 *
 * <p>A longer character and a run of ASCII end the loop. Lanes of 32 bits are shifted, because a
 * shift of 16-bit ones costs C2 two operations; bits from the adjacent lane are masked out.
 *
 * <p>Bounds: a block is entered with a vector of code units before {@code end} and {@value
 * Utf8ShuffleEncoder#ROOM} bytes before {@code dend}: eight units write 16 bytes.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleEncodeTwo {
  private static final int UNITS = Utf8ShuffleEncoder.UNITS;

  /** A bit for each of the last 16 blocks, set if it held more than ASCII (see the log). */
  private static final int RUN = 0xFFFF;

  private Utf8ShuffleEncodeTwo() {}

  /** Encodes whole blocks; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int limit = Math.min(end, src.length) - UNITS;
    int room = Math.min(dend, dst.length) - Utf8ShuffleEncoder.ROOM;
    int d = dpos;
    int history = 1;
    int p;
    for (p = pos; p <= limit; p += UNITS) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      if (d > room || !units.and((short) 0xF800).compare(EQ, (short) 0).allTrue()) {
        break;
      }
      int twos = (int) units.compare(GT, (short) 0x7F).toLong();
      history = history << 1 | (twos | -twos) >>> 31;
      if ((history & RUN) == 0) {
        break;
      }
      ShortVector last = units.and((short) 0x3F).or((short) 0x80).lanewise(UMIN, units);
      IntVector lead = units.reinterpretAsInts().lanewise(LSHL, 2).and(0x1F001F00).or(0xC000C000);
      IntVector sequences = lead.or(last.reinterpretAsInts());
      ByteVector lower = sequences.reinterpretShape(FOUR_INTS, 0).reinterpretAsBytes();
      int inLower = twos & 0xFF;
      ByteVector.fromArray(SIXTEEN, Shuffles.OF_TWO, Shuffles.ENTRY * inLower)
          .selectFrom(lower)
          .intoArray(dst, d);
      d += 8 + Integer.bitCount(inLower);
      if (UNITS > 8) {
        ByteVector upper =
            sequences
                .rearrange(Shuffles.SWAP_HALVES)
                .reinterpretShape(FOUR_INTS, 0)
                .reinterpretAsBytes();
        int inUpper = twos >>> 8 & 0xFF;
        ByteVector.fromArray(SIXTEEN, Shuffles.OF_TWO, Shuffles.ENTRY * inUpper)
            .selectFrom(upper)
            .intoArray(dst, d);
        d += 8 + Integer.bitCount(inUpper);
      }
    }
    return Kernel.progress(p, d);
  }
}
