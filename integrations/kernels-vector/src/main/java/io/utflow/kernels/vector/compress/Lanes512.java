/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The species and constants of the 512-bit kernels. A vector has 64 bytes, 32 code units or 16
 * scalar values; of a mask of up to 64 bits, bit i stands for lane i.
 *
 * <p>In these kernels no vector leaves the method that loaded it. A call that C2 does not inline
 * would allocate an object for it, and C2 stops inlining once a graph has 18,000 nodes, of which
 * these methods have nearly as many; only methods of the Vector API itself are always inlined.
 * Constants are vectors, because a broadcast costs many nodes. The encoders have nodes to spare and
 * use broadcasts, because a constant that is a vector is loaded in every block, across a cache
 * line; what else they need is combined with another constant before the loop, which keeps it in a
 * register.
 */
final class Lanes512 {
  static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  static final VectorSpecies<Byte> HALF_BYTES = ByteVector.SPECIES_256;
  static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_512;
  static final VectorSpecies<Short> HALF_SHORTS = ShortVector.SPECIES_256;
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  static final ByteVector ZERO = bytes(0);

  /** Each of the first 32 lanes twice: what {@code selectFrom} takes for the first 32 chars. */
  static final ByteVector LOWER_TWICE = twice(0);

  /** Each of the last 32 lanes twice. */
  static final ByteVector UPPER_TWICE = twice(32);

  /** The bits of an index of a byte in a vector. */
  static final byte INDEX_BITS = 63;

  /** Where each of the first 16 code units is, twice for each lane of 32 bits. */
  static final ByteVector LOWER_UNITS = unitTwice(0);

  /** The same for the last 16. */
  static final ByteVector UPPER_UNITS = unitTwice(16);

  /** Where the code unit after that of the lane is. */
  static final ByteVector NEXT_UNITS = ByteVector.broadcast(BYTES, 2).addIndex(1).and(INDEX_BITS);

  /**
   * The unsigned limits that mark bytes in use. In a lane of three bytes, lowest first, the first
   * two are in use if they are not zero, the last one always, the byte above it never.
   */
  static final int BYTES_OF_THREE = 0xFF000101;

  private Lanes512() {}

  private static ByteVector bytes(int value) {
    return ByteVector.broadcast(BYTES, (byte) value);
  }

  private static ByteVector twice(int first) {
    byte[] lanes = new byte[64];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = (byte) (first + i / 2);
    }
    return ByteVector.fromArray(BYTES, lanes, 0);
  }

  private static ByteVector unitTwice(int from) {
    byte[] indexes = new byte[BYTES.length()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = (byte) (2 * (from + i / 4) + i % 2);
    }
    return ByteVector.fromArray(BYTES, indexes, 0);
  }

  static ShortVector shorts(int value) {
    return ShortVector.broadcast(SHORTS, (short) value);
  }

  static IntVector ints(int value) {
    return IntVector.broadcast(INTS, value);
  }
}
