/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tables of byte indexes, 16 to an entry, by which a shuffle gathers or squeezes bytes within 128
 * bits, for machines without an instruction that compresses bytes. Each table has 256 entries, 4
 * KiB.
 */
final class Shuffles {
  /** The number of indexes of an entry. */
  static final int ENTRY = 16;

  /**
   * Entry m: for each bit i that is set in m, in order, the indexes i and i + 1. If m marks where
   * characters begin in 8 bytes, this gathers the first two bytes of each in a 16-bit lane.
   */
  static final byte[] PAIRS = new byte[256 * ENTRY];

  /** Entry m: of eight 16-bit lanes, in order, those whose bit is set in m. */
  static final byte[] CHARS = new byte[256 * ENTRY];

  /**
   * Entry m: of each of eight 16-bit lanes the upper byte if its bit is set in m, then the lower
   * one.
   */
  static final byte[] OF_TWO = new byte[256 * ENTRY];

  /**
   * For four code units, of each of which there are two lanes of 16 bits: its last byte under the
   * lead byte of two in the upper half of the indexes, and the first two bytes of three in the
   * lower half. Entry m: of unit i all three bytes if bits 2i and 2i + 1 are set in m, two if bit
   * 2i is, else the last one.
   */
  static final byte[] OF_THREE = new byte[256 * ENTRY];

  /** The same with the halves exchanged. */
  static final byte[] OF_THREE_SWAPPED = new byte[256 * ENTRY];

  /** Exchanges the halves of a vector, so that the upper one can be taken as the lower. */
  static final VectorShuffle<Integer> SWAP_HALVES = swapHalves(ShuffleLanes.INTS);

  /** Exchanges 64 bits with the 64 beside them. */
  static final VectorShuffle<Integer> SWAP_LONGS =
      VectorShuffle.fromOp(ShuffleLanes.INTS, i -> i ^ 2);

  static {
    for (int mask = 0; mask < 256; mask++) {
      fillPairs(mask);
      fillChars(mask);
      fillOfTwo(mask);
      fillOfThree(mask);
    }
  }

  private Shuffles() {}

  private static VectorShuffle<Integer> swapHalves(VectorSpecies<Integer> species) {
    int half = species.length() / 2;
    return VectorShuffle.fromOp(species, i -> i ^ half);
  }

  private static void fillPairs(int mask) {
    int to = ENTRY * mask;
    for (int i = 0; i < 8; i++) {
      if ((mask >> i & 1) != 0) {
        PAIRS[to++] = (byte) i;
        PAIRS[to++] = (byte) (i + 1);
      }
    }
  }

  private static void fillChars(int mask) {
    int to = ENTRY * mask;
    for (int i = 0; i < 8; i++) {
      if ((mask >> i & 1) != 0) {
        CHARS[to++] = (byte) (2 * i);
        CHARS[to++] = (byte) (2 * i + 1);
      }
    }
  }

  private static void fillOfTwo(int mask) {
    int to = ENTRY * mask;
    for (int i = 0; i < 8; i++) {
      if ((mask >> i & 1) != 0) {
        OF_TWO[to++] = (byte) (2 * i + 1);
      }
      OF_TWO[to++] = (byte) (2 * i);
    }
  }

  private static void fillOfThree(int mask) {
    int to = ENTRY * mask;
    for (int i = 0; i < 4; i++) {
      int front = 2 * i;
      int last = ENTRY / 2 + 2 * i;
      int more = mask >> 2 * i & 3;
      if (more == 3) {
        OF_THREE[to++] = (byte) front;
        OF_THREE[to++] = (byte) (front + 1);
      } else if (more == 1) {
        OF_THREE[to++] = (byte) (last + 1);
      }
      OF_THREE[to++] = (byte) last;
    }
    for (int i = ENTRY * mask; i < to; i++) {
      OF_THREE_SWAPPED[i] = (byte) (OF_THREE[i] ^ ENTRY / 2);
    }
  }
}
