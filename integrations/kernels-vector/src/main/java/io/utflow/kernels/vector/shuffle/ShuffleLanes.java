/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import io.utflow.kernels.vector.shared.Widths;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/** Widths and constants of the loops for machines without an instruction that compresses bytes. */
final class ShuffleLanes {
  /** The machine's width, of which no more than 256 bits are used. */
  static final VectorSpecies<Byte> BYTES =
      ByteVector.SPECIES_PREFERRED.length() > 32
          ? ByteVector.SPECIES_256
          : ByteVector.SPECIES_PREFERRED;

  static final int WIDTH = BYTES.length();

  /** The bytes of which it is asked what they hold: some steps. */
  static final int WINDOW = 2 * WIDTH;

  /** A char for each byte of {@link #STEP_BYTES}. */
  static final VectorSpecies<Short> SHORTS = BYTES.withLanes(short.class);

  static final VectorSpecies<Integer> INTS = BYTES.withLanes(int.class);

  /** The bytes from which a loop composes chars at once. */
  static final VectorSpecies<Byte> STEP_BYTES = Widths.halfOf(BYTES);

  static final int STEP = STEP_BYTES.length();

  /** The vector for a shuffle by a table: eight chars. */
  static final VectorSpecies<Byte> SIXTEEN = ByteVector.SPECIES_128;

  static final VectorSpecies<Integer> FOUR_INTS = IntVector.SPECIES_128;

  private ShuffleLanes() {}

  static ByteVector bytes(int value) {
    return ByteVector.broadcast(BYTES, (byte) value);
  }

  static ByteVector stepBytes(int value) {
    return ByteVector.broadcast(STEP_BYTES, (byte) value);
  }

  static ShortVector shorts(int value) {
    return ShortVector.broadcast(SHORTS, (short) value);
  }
}
