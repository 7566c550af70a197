/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.ControlSearch;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Searches a vector at a time; {@code small} searches the end that is shorter than a vector.
 *
 * <p>Vectors compare as signed numbers. An addition moves LF to the lowest number, so that one
 * comparison tells LF to CR: below the number four higher. UTF-16 is loaded in lanes whose first
 * byte is the less significant one. Of big-endian text it is the more significant byte of the unit,
 * so it must be 0, and the upper half of the lane is compared.
 *
 * <p>Bounds: a vector is loaded where a whole one is left before {@code to}.
 *
 * <p>Checked at every width by {@code ControlSearchTest}.
 */
final class VectorControlSearch implements ControlSearch {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;

  private static final byte SIGN = Byte.MIN_VALUE;
  private static final short LF_TO_LOWEST = (short) (Short.MIN_VALUE - '\n');
  private static final short AFTER_CR = (short) (Short.MIN_VALUE + '\r' - '\n' + 1);
  private static final short UPPER_LF_TO_LOWEST = (short) (Short.MIN_VALUE - ('\n' << 8));
  private static final short AFTER_UPPER_CR = (short) (Short.MIN_VALUE + ('\r' - '\n' + 1 << 8));

  private final ControlSearch small;

  VectorControlSearch(ControlSearch small) {
    this.small = small;
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int i = from;
    long passed = 0;
    for (; to - i >= BYTES.length(); i += BYTES.length()) {
      ByteVector block = ByteVector.fromArray(BYTES, bytes, i);
      long longer = block.compare(LT, (byte) 0).toLong();
      ByteVector shifted = block.add((byte) (SIGN - '\n'));
      long found = shifted.compare(LT, (byte) (SIGN + '\r' - '\n' + 1)).toLong();
      if (found != 0) {
        int at = i + Long.numberOfTrailingZeros(found);
        return (passed | longer & found - 1 & ~found) == 0 ? at : ~at;
      }
      passed |= longer;
    }
    int rest = small.find(bytes, i, to);
    return passed == 0 || rest < 0 ? rest : ~rest;
  }

  @Override
  public int findUtf16(byte[] bytes, int from, int to, boolean bigEndian) {
    int i = from;
    for (; to - i >= BYTES.length(); i += BYTES.length()) {
      ShortVector units = ByteVector.fromArray(BYTES, bytes, i).reinterpretAsShorts();
      long found = bigEndian ? upperControls(units) : lowerControls(units);
      if (found != 0) {
        return i + 2 * Long.numberOfTrailingZeros(found);
      }
    }
    return small.findUtf16(bytes, i, to, bigEndian);
  }

  private static long lowerControls(ShortVector units) {
    return units.add(LF_TO_LOWEST).compare(LT, AFTER_CR).toLong();
  }

  private static long upperControls(ShortVector units) {
    return units.add(UPPER_LF_TO_LOWEST).compare(LT, AFTER_UPPER_CR).toLong()
        & units.lanewise(AND, (short) 0xFF).compare(EQ, (short) 0).toLong();
  }
}
