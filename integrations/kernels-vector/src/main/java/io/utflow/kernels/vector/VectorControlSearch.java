/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.ControlSearch;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Searches a vector at a time; {@code small} searches the end that is shorter than a vector.
 *
 * <p>Vectors compare as signed numbers. An addition moves LF to the lowest number, so that one
 * comparison tells LF to CR: below the number four higher.
 *
 * <p>Bounds: a vector is loaded where a whole one is left before {@code to}.
 *
 * <p>Checked at every width by {@code ControlSearchTest}.
 */
final class VectorControlSearch implements ControlSearch {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;

  private static final byte SIGN = Byte.MIN_VALUE;

  private final ControlSearch small;

  VectorControlSearch(ControlSearch small) {
    this.small = small;
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int i = from;
    for (; to - i >= BYTES.length(); i += BYTES.length()) {
      ByteVector block = ByteVector.fromArray(BYTES, bytes, i);
      ByteVector shifted = block.add((byte) (SIGN - '\n'));
      long found = shifted.compare(LT, (byte) (SIGN + '\r' - '\n' + 1)).toLong();
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found);
      }
    }
    return small.find(bytes, i, to);
  }
}
