/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A way to cut a stream of bytes into pieces.
 *
 * @param name what the report calls it
 * @param longestPiece the longest piece it makes, in bytes
 */
record Cutting(String name, int longestPiece, Lengths lengths) {
  /** The payload of an Ethernet frame: 1500 bytes less the headers of IP and TCP. */
  static final int ETHERNET_SEGMENT = 1460;

  private static final int LONGEST_RANDOM_PIECE = 48;

  /** Makes, for one stream, the function from the index of a piece to its length. */
  @FunctionalInterface
  interface Lengths {
    IntUnaryOperator forStream();
  }

  /** All hostile ways to cut. The random one cuts every stream by the same sequence of lengths. */
  static List<Cutting> all(long seed) {
    return List.of(
        every(1),
        every(2),
        every(3),
        every(7),
        random(seed),
        new Cutting("1460 bytes (MTU)", ETHERNET_SEGMENT, () -> index -> ETHERNET_SEGMENT));
  }

  static Cutting every(int length) {
    return new Cutting(length + (length == 1 ? " byte" : " bytes"), length, () -> index -> length);
  }

  static Cutting random(long seed) {
    return new Cutting(
        "random, 1 to " + LONGEST_RANDOM_PIECE,
        LONGEST_RANDOM_PIECE,
        () -> {
          Random random = new Random(seed);
          return index -> 1 + random.nextInt(LONGEST_RANDOM_PIECE);
        });
  }

  /** Where the pieces of {@code length} bytes end, ascending; the last is {@code length}. */
  int[] ends(int length) {
    IntUnaryOperator pieces = lengths.forStream();
    IntStream.Builder ends = IntStream.builder();
    int end = 0;
    for (int index = 0; end < length; index++) {
      end = Math.min(length, end + pieces.applyAsInt(index));
      ends.add(end);
    }
    return ends.build().toArray();
  }
}
