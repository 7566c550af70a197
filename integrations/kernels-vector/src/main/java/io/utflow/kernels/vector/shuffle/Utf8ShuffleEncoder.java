/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.SHORTS;
import static io.utflow.kernels.vector.shuffle.ShuffleLanes.STEP_BYTES;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.S2B;

import io.utflow.codec.kernel.Kernel;
import io.utflow.kernels.vector.shared.AsciiEncoder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-16 to UTF-8 for machines that cannot compress bytes: looks at the next block of code units
 * and runs the loop for the longest sequence in it. A block of ASCII is narrowed here.
 *
 * <p>Bounds: a block is entered with a vector of code units before {@code end} and {@value #ROOM}
 * bytes before {@code dend}, enough for every loop.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleEncoder {
  static final int UNITS = SHORTS.length();

  /** The code units that every loop has one block in. */
  static final int WINDOW = UNITS + 1;

  /** The bytes that a block may write, counted or not. */
  static final int ROOM = 64;

  /** The bits of the second of each two lanes of 64 bits. */
  static final IntVector ODD_LONGS = oddLongs();

  private Utf8ShuffleEncoder() {}

  private static IntVector oddLongs() {
    int[] lanes = new int[ShuffleLanes.INTS.length()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = -(i >> 1 & 1);
    }
    return IntVector.fromArray(ShuffleLanes.INTS, lanes, 0);
  }

  /** Encodes up to an ill-formed sequence, or to the end; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p <= end - WINDOW && d <= dend - ROOM) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      long next;
      if (units.and((short) 0xFF80).compare(EQ, (short) 0).allTrue()) {
        ((ByteVector) units.convertShape(S2B, STEP_BYTES, 0)).intoArray(dst, d);
        next = AsciiEncoder.encode(src, p + UNITS, end, dst, d + UNITS, dend);
      } else if (units.and((short) 0xF800).compare(EQ, (short) 0).allTrue()) {
        next = Utf8ShuffleEncodeTwo.encode(src, p, end, dst, d, dend);
      } else {
        next = Utf8ShuffleEncodeThree.encode(src, p, end, dst, d, dend);
        if (Kernel.read(next) == p) {
          next = Utf8ShuffleEncodeFour.encode(src, p, end, dst, d, dend);
        }
      }
      if (Kernel.read(next) == p) {
        break;
      }
      p = Kernel.read(next);
      d = Kernel.written(next);
    }
    return Kernel.progress(p, d);
  }
}
