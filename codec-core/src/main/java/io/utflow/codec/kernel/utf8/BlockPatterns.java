/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

/**
 * Tells {@link CharacterBlocks} how to convert eight bytes of UTF-8 by the pattern of the bytes
 * that continue a sequence: a bit for each byte, the lowest for the first. A pattern tells where
 * sequences begin and how long they are, so all else of a block is some masks and a count, of the
 * code units of the characters that begin in its first {@value #BLOCK} bytes. Masks of bytes have
 * the first byte highest, lanes of 16 bits the first unit.
 */
final class BlockPatterns {
  /**
   * Characters that begin in this number of bytes end within eight, except a four-byte one in the
   * last.
   */
  static final int BLOCK = 6;

  /** The number of places that a pattern has in {@link #TABLE}. */
  static final int PLACES = 16;

  /** The bits that tell the lengths of sequences. */
  static final int SHAPE_BITS = 0;

  /**
   * The expected value of these bits. A pattern with a stray byte has a shape that no bytes have.
   */
  static final int SHAPE = 1;

  /** A code of six bits of each longer sequence, one of {@link #BAD_CODES} if it is ill-formed. */
  static final int CODES = 2;

  /** The value bits of four units. */
  static final int FOUR = 3;

  /** Where these go. */
  static final int LANES = 4;

  /** The number added to them: for surrogates, the bits that mark them as surrogates. */
  static final int SURROGATES = 5;

  /** The same of the fifth and sixth unit. */
  static final int TWO = 6;

  static final int LANES_OF_TWO = 7;
  static final int SURROGATES_OF_TWO = 8;

  /** The number of units in the characters. */
  static final int COUNT = 9;

  /** 32 KiB, of which text uses the entries of its patterns: of one script, some ten. */
  static final long[] TABLE = new long[PLACES * 256];

  /**
   * Those of C0 and C1; of F0 before less than 90, of E0 before less than A0, of ED before A0 or
   * more.
   */
  static final long BAD_CODES = 1L << 0b000001 | 1L << 0b010000 | 1L << 0b100000 | 1L << 0b111011;

  // By the length of a sequence in bytes. Of four bytes, only those with F0 have the shape.
  private static final long[] SHAPE_BITS_OF = {0, 0x80, 0xE0C0, 0xF0C0C0, 0xFFC0C0C0L};
  private static final long[] SHAPE_OF = {0, 0, 0xC080, 0xE08080, 0xF0808080L};
  private static final long[] CODE_OF = {0, 0, 0x3E80, 0x2F2000, 0x08F04000};
  private static final long[] VALUE_OF = {0, 0x7F, 0x1F3F, 0x0F3F3F, 0x073F3000};
  private static final long[] LANE_OF = {0, 0x7F, 0x7FF, 0xFFFF, 0x7FF};

  /** The value bits of the second unit of four bytes. */
  private static final long LOW_VALUE = 0x0F3F;

  private static final long LOW_LANE = 0x3FF;

  /** A high surrogate without the bits of its character, of which U+10000 is subtracted. */
  private static final long HIGH_SURROGATE = 0xD800 - (0x10000 >> 10);

  static {
    for (int trails = 0; trails < 256; trails++) {
      if (!fill(PLACES * trails, trails)) {
        TABLE[PLACES * trails + SHAPE_BITS] = 0;
        TABLE[PLACES * trails + SHAPE] = 1;
      }
    }
  }

  private BlockPatterns() {}

  /** Whether no byte of the pattern is a stray one. */
  private static boolean fill(int at, int trails) {
    int i = trailsFrom(trails, 0);
    // Of a sequence that began in the block before, at most two bytes are left: of one of three
    // bytes, from the sixth place, or of one of four, from the fifth.
    boolean isPossible = i < 3;
    int units = 0;
    while (isPossible && i < BLOCK) {
      int length = 1 + trailsFrom(trails, i + 1);
      isPossible = length <= 4;
      if (isPossible) {
        int behind = 8 * (8 - i - length);
        TABLE[at + SHAPE_BITS] |= SHAPE_BITS_OF[length] << behind;
        TABLE[at + SHAPE] |= SHAPE_OF[length] << behind;
        TABLE[at + CODES] |= CODE_OF[length] << behind;
        addUnit(
            at,
            units++,
            VALUE_OF[length] << behind,
            LANE_OF[length],
            length == 4 ? HIGH_SURROGATE : 0);
        if (length == 4) {
          addUnit(at, units++, LOW_VALUE << behind, LOW_LANE, Character.MIN_LOW_SURROGATE);
        }
        i += length;
      }
    }
    TABLE[at + COUNT] = units;
    return isPossible;
  }

  private static int trailsFrom(int trails, int i) {
    return Integer.numberOfTrailingZeros(~(trails >> i));
  }

  private static void addUnit(int at, int unit, long value, long lane, long surrogate) {
    int place = at + (unit < 4 ? FOUR : TWO);
    int shift = 16 * (unit < 4 ? 3 - unit : 5 - unit);
    TABLE[place] |= value;
    TABLE[place + 1] |= lane << shift;
    TABLE[place + 2] |= surrogate << shift;
  }
}
