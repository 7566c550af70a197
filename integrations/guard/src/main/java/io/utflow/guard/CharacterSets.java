/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which classes a code point is in, out of {@link CharacterTable}. Few combinations of classes
 * occur; each is a set with a number.
 */
final class CharacterSets {
  /** Code points of a block; most of the 4352 blocks have one set throughout and share an array. */
  private static final int BLOCK = 256;

  private static final int RADIX = 36;

  private static final List<Set<CharacterClass>> SETS = sets();
  private static final byte[][] BLOCKS = blocks();

  private CharacterSets() {}

  /** The number of the set of a code point. */
  static int setOf(int codePoint) {
    return BLOCKS[codePoint / BLOCK][codePoint % BLOCK];
  }

  /** The number of sets. */
  static int count() {
    return SETS.size();
  }

  /** The classes of the set with that number. */
  static Set<CharacterClass> classes(int set) {
    return SETS.get(set);
  }

  private static List<Set<CharacterClass>> sets() {
    List<Set<CharacterClass>> sets = new ArrayList<>();
    for (String line : CharacterTable.SETS.lines().toList()) {
      Set<CharacterClass> classes = EnumSet.noneOf(CharacterClass.class);
      Arrays.stream(line.split(" "))
          .skip(1)
          .forEach(name -> classes.add(CharacterClass.valueOf(name)));
      sets.add(classes);
    }
    return sets;
  }

  /** Reads runs: a length in base 36, in lower case, and the letter of a set. */
  private static byte[][] blocks() {
    byte[][] uniform = new byte[SETS.size()][];
    byte[][] blocks = new byte[(Character.MAX_CODE_POINT + 1) / BLOCK][];
    int length = 0;
    int begin = 0;
    for (char c : CharacterTable.RUNS.toCharArray()) {
      if (c < 'A' || c > 'Z') {
        length = c == '\n' ? length : length * RADIX + Character.digit(c, RADIX);
      } else {
        fill(blocks, begin, begin + length, c - 'A', uniform);
        begin += length;
        length = 0;
      }
    }
    return blocks;
  }

  private static void fill(byte[][] blocks, int begin, int end, int set, byte[][] uniform) {
    for (int from = begin; from < end; ) {
      int block = from / BLOCK;
      int to = Math.min(end, (block + 1) * BLOCK);
      if (to - from == BLOCK) {
        if (uniform[set] == null) {
          uniform[set] = new byte[BLOCK];
          Arrays.fill(uniform[set], (byte) set);
        }
        blocks[block] = uniform[set];
      } else {
        if (blocks[block] == null) {
          blocks[block] = new byte[BLOCK];
        }
        Arrays.fill(blocks[block], from % BLOCK, to - block * BLOCK, (byte) set);
      }
      from = to;
    }
  }
}
