package io.utflow.codec.kernel.vector;


import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Well-formedness of UTF-8 by blocks of 64 bytes, after Keiser and Lemire ("Validating UTF-8 in less
 * than one instruction per byte"): three tables, indexed by the two halves of the byte before and
 * the upper half of the byte itself, name the errors that each half allows; an error stands where
 * all three agree. What spans more than two bytes, the third and the fourth byte of a sequence, is
 * asked of the bytes two and three places before.
 *
 * <p>Bounds: the first block is left to {@link Utf8Edge512}, so the three bytes before any other
 * block are there; a block is entered with 64 bytes before {@code end}.
 */
final class Utf8Validator512 {
  // What two bytes in a row can be wrong with (Table 3-7).
  /** A lead byte, then no continuation byte. */
  private static final int TOO_SHORT = 1;

  /** ASCII, then a continuation byte. */
  private static final int TOO_LONG = 1 << 1;

  /** E0, then 80..9F. */
  private static final int OVERLONG_3 = 1 << 2;

  /** F4, then 90..BF, or F5..FF. */
  private static final int TOO_LARGE = 1 << 3;

  /** ED, then A0..BF. */
  private static final int SURROGATE = 1 << 4;

  /** C0 or C1. */
  private static final int OVERLONG_2 = 1 << 5;

  /** F5..FF, then 80..8F; or F0, then 80..8F. */
  private static final int TOO_LARGE_1000 = 1 << 6;

  private static final int OVERLONG_4 = 1 << 6;

  /** Two continuation bytes: right only as the third or the fourth byte of a sequence. */
  private static final int TWO_CONTINUATIONS = 1 << 7;

  /** What the lower half of the byte before never excludes. */
  private static final int CARRY = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

  private static final ByteVector BEFORE_UPPER =
      table(
          TOO_LONG,
          TOO_LONG,
          TOO_LONG,
          TOO_LONG,
          TOO_LONG,
          TOO_LONG,
          TOO_LONG,
          TOO_LONG,
          TWO_CONTINUATIONS,
          TWO_CONTINUATIONS,
          TWO_CONTINUATIONS,
          TWO_CONTINUATIONS,
          TOO_SHORT | OVERLONG_2,
          TOO_SHORT,
          TOO_SHORT | OVERLONG_3 | SURROGATE,
          TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4);

  private static final ByteVector BEFORE_LOWER =
      table(
          CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
          CARRY | OVERLONG_2,
          CARRY,
          CARRY,
          CARRY | TOO_LARGE,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
          CARRY | TOO_LARGE | TOO_LARGE_1000,
          CARRY | TOO_LARGE | TOO_LARGE_1000);

  private static final int ANY_CONTINUATION = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;

  private static final ByteVector UPPER =
      table(
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          ANY_CONTINUATION | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
          ANY_CONTINUATION | OVERLONG_3 | TOO_LARGE,
          ANY_CONTINUATION | SURROGATE | TOO_LARGE,
          ANY_CONTINUATION | SURROGATE | TOO_LARGE,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT,
          TOO_SHORT);

  private static final ByteVector LOWER_HALF = ByteVector.broadcast(Lanes512.BYTES, 0x0F);

  private static final int BLOCK = 64;

  private Utf8Validator512() {}

  private static ByteVector table(int... errors) {
    byte[] lanes = new byte[64];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = (byte) errors[i & 15];
    }
    return ByteVector.fromArray(Lanes512.BYTES, lanes, 0);
  }

  static int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int from;
    do {
      from = p;
      p += Utf8Edge512.wellFormedPrefix(src, p, end);
      if (p - from > 60) {
        p = boundary(src, blocks(src, p, end));
      }
    } while (p != from && p < end);
    return p - pos;
  }

  /** The end of the last block such that no error shows in it or before. */
  private static int blocks(byte[] src, int pos, int end) {
    int p = pos;
    int from;
    do {
      from = p;
      p = mixedBlocks(src, p, end);
      if (boundary(src, p) == p) {
        p = asciiBlocks(src, p, end);
      }
    } while (p != from);
    return p;
  }

  private static int mixedBlocks(byte[] src, int pos, int end) {
    int p = pos;
    while (p <= end - BLOCK) {
      if (errors(src, p).compare(VectorOperators.NE, (byte) 0).anyTrue() || isAscii(ByteVector.fromArray(Lanes512.BYTES, src, p))) {
        break;
      }
      p += BLOCK;
    }
    return p;
  }

  private static int asciiBlocks(byte[] src, int pos, int end) {
    int p = pos;
    while (p <= end - 4 * BLOCK) {
      ByteVector left = ByteVector.fromArray(Lanes512.BYTES, src, p).or(ByteVector.fromArray(Lanes512.BYTES, src, p + BLOCK));
      ByteVector right = ByteVector.fromArray(Lanes512.BYTES, src, p + 2 * BLOCK).or(ByteVector.fromArray(Lanes512.BYTES, src, p + 3 * BLOCK));
      if (!isAscii(left.or(right))) {
        break;
      }
      p += 4 * BLOCK;
    }
    while (p <= end - BLOCK && isAscii(ByteVector.fromArray(Lanes512.BYTES, src, p))) {
      p += BLOCK;
    }
    return p;
  }

  private static boolean isAscii(ByteVector bytes) {
    return !bytes.compare(VectorOperators.LT, (byte) 0).anyTrue();
  }

  /** Where the last sequence begins if it goes on beyond {@code p}, else {@code p}. */
  private static int boundary(byte[] src, int p) {
    if ((src[p - 1] & 0xFF) >= 0xC0) {
      return p - 1;
    }
    if ((src[p - 2] & 0xFF) >= 0xE0) {
      return p - 2;
    }
    return (src[p - 3] & 0xFF) >= 0xF0 ? p - 3 : p;
  }

  /** The errors that show at each of 64 bytes. */
  private static ByteVector errors(byte[] src, int p) {
    ByteVector before = ByteVector.fromArray(Lanes512.BYTES, src, p - 1);
    ByteVector upper = upperHalf(ByteVector.fromArray(Lanes512.BYTES, src, p)).selectFrom(UPPER);
    ByteVector pairs =
        upper
            .and(upperHalf(before).selectFrom(BEFORE_UPPER))
            .and(before.and(LOWER_HALF).selectFrom(BEFORE_LOWER));
    return pairs.lanewise(VectorOperators.XOR, owed(src, p));
  }

  /** The highest bit where the byte two places before is E0..FF, or three places before F0..FF. */
  private static ByteVector owed(byte[] src, int p) {
    ByteVector third = ByteVector.fromArray(Lanes512.BYTES, src, p - 2).lanewise(VectorOperators.SUSUB, (byte) 0x60);
    ByteVector fourth = ByteVector.fromArray(Lanes512.BYTES, src, p - 3).lanewise(VectorOperators.SUSUB, (byte) 0x70);
    return third.or(fourth).and((byte) 0x80);
  }

  private static ByteVector upperHalf(ByteVector bytes) {
    ShortVector shorts = bytes.reinterpretAsShorts().lanewise(VectorOperators.LSHR, 4);
    return shorts.reinterpretAsBytes().and(LOWER_HALF);
  }
}
