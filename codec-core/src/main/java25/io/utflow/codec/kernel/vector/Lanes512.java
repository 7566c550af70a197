/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

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
 * Constants are vectors, because a broadcast costs many nodes. The encoders of two and four bytes
 * have nodes to spare and use broadcasts, which makes them a tenth faster, because a constant that
 * is a vector is loaded in every block, across a cache line.
 */
final class Lanes512 {
  static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  static final VectorSpecies<Byte> HALF_BYTES = ByteVector.SPECIES_256;
  static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_512;
  static final VectorSpecies<Short> HALF_SHORTS = ShortVector.SPECIES_256;
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  static final ByteVector X90 = bytes(0x90);
  static final ByteVector XA0 = bytes(0xA0);

  /** One more than the last continuation byte. */
  static final ByteVector XC0 = bytes(0xC0);

  /** The first lead byte of a two-byte sequence. */
  static final ByteVector XC2 = bytes(0xC2);

  /** The first lead byte of a three-byte sequence. */
  static final ByteVector XE0 = bytes(0xE0);

  static final ByteVector XED = bytes(0xED);

  /** The first lead byte of a four-byte sequence. */
  static final ByteVector XF0 = bytes(0xF0);

  static final ByteVector XF4 = bytes(0xF4);

  /** One more than the last lead byte. */
  static final ByteVector XF5 = bytes(0xF5);

  static final ByteVector ZERO = bytes(0);

  private Lanes512() {}

  private static ByteVector bytes(int value) {
    return ByteVector.broadcast(BYTES, (byte) value);
  }

  static ShortVector shorts(int value) {
    return ShortVector.broadcast(SHORTS, (short) value);
  }

  static IntVector ints(int value) {
    return IntVector.broadcast(INTS, value);
  }

  /** A mask of the first {@code count} of 64 lanes: none if it is negative, all if it is more. */
  static long first(int count) {
    return count <= 0 ? 0 : count >= 64 ? -1L : (1L << count) - 1;
  }

  /** Clears the lowest {@code count} bits of those that are set in {@code lanes}. */
  static long without(long lanes, int count) {
    return lanes & Long.expand(-1L << count, lanes);
  }
}
