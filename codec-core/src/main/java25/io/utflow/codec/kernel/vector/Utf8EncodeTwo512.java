/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 below U+0800 to UTF-8. A block is 32 code units: each becomes two bytes in its lane, the
 * lead byte in the lower half; then the upper halves of ASCII lanes, which are zero, are squeezed
 * out. Lanes of 32 bits are shifted, for a shift of 16-bit ones costs C2 two operations; what comes
 * over from the lane beside is masked out. The loop ends at a longer character, and where fewer
 * than {@link Utf8Encode512#FEW} of the last 32 blocks held more than ASCII.
 *
 * <p>Bounds: a block is entered with 32 code units before {@code end} and 64 bytes before {@code
 * dend}, all of which are written.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8EncodeTwo512 {
  private static final int UNITS = Utf8Kernel512.UNITS;
  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short LOWER_HALF = 0xFF;

  private Utf8EncodeTwo512() {}

  /** Encodes whole blocks; returns the positions reached. */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int history = Utf8Encode512.MIXED;
    while (p <= end - UNITS && d <= dend - 2 * UNITS) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      VectorMask<Short> nonAscii = units.compare(UGE, FIRST_OF_TWO);
      long twos = nonAscii.toLong();
      // Without a branch, for in text of few accents none is predicted.
      history = history << 1 | (int) ((twos | -twos) >>> 63);
      boolean few = Integer.bitCount(history) < Utf8Encode512.FEW;
      if (few || units.compare(UGE, FIRST_OF_THREE).anyTrue()) {
        break;
      }
      IntVector pairs = units.reinterpretAsInts();
      IntVector leads = pairs.lanewise(LSHR, 6).and(0x1F001F);
      IntVector two = leads.or(pairs.lanewise(LSHL, 8).and(0x3F003F00).or(0x80C080C0));
      ShortVector sequences = units.blend(two.reinterpretAsShorts(), nonAscii);
      // Every lower half, also of U+0000, and the upper halves in use.
      VectorMask<Byte> used = sequences.or(LOWER_HALF).reinterpretAsBytes().compare(NE, (byte) 0);
      ByteVector bytes = sequences.reinterpretAsBytes().compress(used);
      bytes.intoArray(dst, d);
      d += UNITS + Long.bitCount(twos);
      p += UNITS;
    }
    return Kernel.progress(p, d);
  }
}
