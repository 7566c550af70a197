package io.utflow.codec.kernel.vector;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The species and the constants of the 512-bit kernels: 64 bytes, 32 code units or 16 scalar values
 * at a time, and masks of up to 64 bits, bit i for lane i.
 *
 * <p>In these kernels no vector leaves the method that loaded it: a call that C2 declines to inline
 * would box it, and C2 declines once a graph has 18,000 nodes, which these are near. Methods of the
 * Vector API itself are always inlined. Constants are vectors, because a broadcast costs many
 * nodes; the encoders of two and four bytes can afford it, and are a tenth faster, for a constant
 * that is a vector is loaded across a cache line in every block.
 */
final class Lanes512 {
  static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  static final VectorSpecies<Byte> HALF_BYTES = ByteVector.SPECIES_256;
  static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_512;
  static final VectorSpecies<Short> HALF_SHORTS = ShortVector.SPECIES_256;
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  static final ByteVector X90 = bytes(0x90);
  static final ByteVector XA0 = bytes(0xA0);

  /** Behind the last continuation byte. */
  static final ByteVector XC0 = bytes(0xC0);

  /** The first lead byte of two. */
  static final ByteVector XC2 = bytes(0xC2);

  /** The first lead byte of three. */
  static final ByteVector XE0 = bytes(0xE0);

  static final ByteVector XED = bytes(0xED);

  /** The first lead byte of four. */
  static final ByteVector XF0 = bytes(0xF0);

  static final ByteVector XF4 = bytes(0xF4);

  /** Behind the last lead byte. */
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

  /** The first {@code count} lanes: none if it is negative, all of 64 if it is more. */
  static long first(int count) {
    return count <= 0 ? 0 : count >= 64 ? -1L : (1L << count) - 1;
  }

  /** Takes the lowest {@code count} bits that are set out of {@code lanes}. */
  static long without(long lanes, int count) {
    return lanes & Long.expand(-1L << count, lanes);
  }
}
