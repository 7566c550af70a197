/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the lost characters: the code points of the original that are missing in the decoded text,
 * if the two are aligned to agree on as many characters as possible.
 *
 * <p>That is the length of the original less the length of the longest common subsequence. Wrong
 * characters that were put in besides, such as a U+FFFD or three for one lost character, do not
 * count, and a character that appears by chance in the right order counts as arrived: the measure
 * never says more than was lost.
 */
final class Corruption {
  private Corruption() {}

  /** The characters of {@code original} that did not arrive in {@code decoded}. */
  static int charactersLost(String original, String decoded) {
    if (original.equals(decoded)) {
      return 0;
    }
    int[] characters = original.codePoints().toArray();
    return characters.length - longestCommonSubsequence(characters, decoded.codePoints().toArray());
  }

  /**
   * The bit-parallel algorithm of Hyyrö ("Bit-parallel LCS-length computation revisited", 2004):
   * after each character of {@code b}, bit i of the row is 0 where the length of the longest common
   * subsequence with {@code a[0..i]} is one more than with {@code a[0..i-1]}.
   */
  private static int longestCommonSubsequence(int[] a, int[] b) {
    Map<Integer, BigInteger> positions = positions(a);
    BigInteger allOnes = BigInteger.ONE.shiftLeft(a.length).subtract(BigInteger.ONE);
    BigInteger row = allOnes;
    for (int character : b) {
      BigInteger matches = positions.get(character);
      if (matches != null) {
        row = row.add(row.and(matches)).or(row.andNot(matches)).and(allOnes);
      }
    }
    return a.length - row.bitCount();
  }

  /** For each character a number whose bit i tells whether {@code a[i]} is that character. */
  private static Map<Integer, BigInteger> positions(int[] a) {
    Map<Integer, BigInteger> positions = new HashMap<>();
    for (int i = 0; i < a.length; i++) {
      positions.merge(a[i], BigInteger.ONE.shiftLeft(i), BigInteger::or);
    }
    return positions;
  }
}
