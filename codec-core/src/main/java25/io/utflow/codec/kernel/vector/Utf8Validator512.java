/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.ByteVector;

/**
 * The well-formed prefix of UTF-8 by blocks of 64 bytes, after Keiser and Lemire ("Validating UTF-8
 * in less than one instruction per byte"). Three tables, indexed by the two halves of the byte
 * before and the upper half of the byte itself, hold the errors that each half allows; an error is
 * where all three agree. The third and the fourth byte of a sequence are checked against the bytes
 * two and three places before. So a block needs no branch but the one on errors, and two are taken
 * at a time.
 *
 * <p>Bounds: the caller ensures that the three bytes before the first block are within its range; a
 * block is entered with 64 bytes before {@code end}. What is shorter than a block before {@code
 * end} is checked by one that overlaps the block before it.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Validator512 {
  // The errors of two bytes in a row (Table 3-7).
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

  /** The errors that do not depend on the lower half of the byte before. */
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

  private static final ByteVector HIGHEST_BIT = ByteVector.broadcast(BYTES, (byte) 0x80);

  /** Subtracted from E0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_THREE = ByteVector.broadcast(BYTES, (byte) 0x60);

  /** Subtracted from F0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_FOUR = ByteVector.broadcast(BYTES, (byte) 0x70);

  private static final int BLOCK = 64;

  /** This many pairs of blocks of ASCII in a row are a run, for the loop of four. */
  private static final int MAX_ASCII = 8;

  private Utf8Validator512() {}

  private static ByteVector table(int... errors) {
    byte[] lanes = new byte[64];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = (byte) errors[i & 15];
    }
    return ByteVector.fromArray(BYTES, lanes, 0);
  }

  /**
   * A boundary such that all that is between {@code from}, itself a boundary, and it is
   * well-formed; the three bytes before {@code from} are.
   */
  static int blocks(byte[] src, int from, int end) {
    return boundary(src, wholeBlocks(src, from, end));
  }

  /** The end of the last block before the first error; it may be within a sequence. */
  private static int wholeBlocks(byte[] src, int from, int end) {
    int p = from;
    int before;
    do {
      before = p;
      p = pairsOfBlocks(src, asciiBlocks(src, p, end), end);
    } while (p != before);
    while (p <= end - BLOCK && !hasErrors(src, p)) {
      p += BLOCK;
    }
    int last = end - BLOCK;
    return from <= last && last < p && !hasErrors(src, last) ? end : p;
  }

  /** Four blocks at a time, from the three bytes before on, where a sequence may have begun. */
  private static int asciiBlocks(byte[] src, int from, int end) {
    int p = from;
    while (p <= end - (4 * BLOCK - 3)) {
      ByteVector first = ByteVector.fromArray(BYTES, src, p - 3);
      ByteVector second = ByteVector.fromArray(BYTES, src, p - 3 + BLOCK);
      ByteVector third = ByteVector.fromArray(BYTES, src, p - 3 + 2 * BLOCK);
      ByteVector fourth = ByteVector.fromArray(BYTES, src, p - 3 + 3 * BLOCK);
      if (first.or(second).or(third.or(fourth)).compare(LT, ZERO).anyTrue()) {
        break;
      }
      p += 4 * BLOCK - 3;
    }
    return p;
  }

  /** Two blocks at a time, whatever they hold, until {@code MAX_ASCII} in a row are ASCII. */
  private static int pairsOfBlocks(byte[] src, int from, int end) {
    int p = from;
    int ascii = 0;
    while (p <= end - 2 * BLOCK) {
      ByteVector before = ByteVector.fromArray(BYTES, src, p - 3);
      ByteVector left = ByteVector.fromArray(BYTES, src, p);
      ByteVector right = ByteVector.fromArray(BYTES, src, p + BLOCK);
      if (before.or(left).or(right).compare(LT, ZERO).anyTrue()) {
        // As in hasErrors, twice; in a method, C2 would not inline both into all that call this
        // one.
        ByteVector beforeLeft = ByteVector.fromArray(BYTES, src, p - 1);
        ByteVector beforeRight = ByteVector.fromArray(BYTES, src, p + BLOCK - 1);
        ByteVector leftUpper = left.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
        ByteVector rightUpper = right.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
        ByteVector beforeLeftUpper =
            beforeLeft.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
        ByteVector beforeRightUpper =
            beforeRight.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
        ByteVector leftPairs =
            leftUpper
                .selectFrom(UPPER)
                .and(beforeLeftUpper.selectFrom(BEFORE_UPPER))
                .and(beforeLeft.selectFrom(BEFORE_LOWER));
        ByteVector rightPairs =
            rightUpper
                .selectFrom(UPPER)
                .and(beforeRightUpper.selectFrom(BEFORE_UPPER))
                .and(beforeRight.selectFrom(BEFORE_LOWER));
        ByteVector leftLater =
            ByteVector.fromArray(BYTES, src, p - 2)
                .lanewise(SUSUB, BELOW_THREE)
                .or(before.lanewise(SUSUB, BELOW_FOUR));
        ByteVector rightLater =
            ByteVector.fromArray(BYTES, src, p + BLOCK - 2)
                .lanewise(SUSUB, BELOW_THREE)
                .or(ByteVector.fromArray(BYTES, src, p + BLOCK - 3).lanewise(SUSUB, BELOW_FOUR));
        ByteVector leftErrors = leftPairs.lanewise(XOR, leftLater.and(HIGHEST_BIT));
        ByteVector rightErrors = rightPairs.lanewise(XOR, rightLater.and(HIGHEST_BIT));
        if (leftErrors.or(rightErrors).compare(NE, ZERO).anyTrue()) {
          break;
        }
        ascii = 0;
      } else if (++ascii == MAX_ASCII) {
        break;
      }
      p += 2 * BLOCK;
    }
    return p;
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

  /** Whether 64 bytes hold an error; a sequence cut at their end is none. */
  private static boolean hasErrors(byte[] src, int p) {
    ByteVector block = ByteVector.fromArray(BYTES, src, p);
    ByteVector before = ByteVector.fromArray(BYTES, src, p - 1);
    // A table of 64 lanes repeats 16 errors, so what is above the four bits of an index is ignored.
    // Shifted as ints, for C2 has no shift of 16-bit lanes by a constant.
    ByteVector upper = block.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
    ByteVector beforeUpper = before.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
    ByteVector pairs =
        upper
            .selectFrom(UPPER)
            .and(beforeUpper.selectFrom(BEFORE_UPPER))
            .and(before.selectFrom(BEFORE_LOWER));
    // The highest bit where a third or a fourth byte must be: after E0..FF, after F0..FF.
    ByteVector third = ByteVector.fromArray(BYTES, src, p - 2).lanewise(SUSUB, BELOW_THREE);
    ByteVector fourth = ByteVector.fromArray(BYTES, src, p - 3).lanewise(SUSUB, BELOW_FOUR);
    ByteVector errors = pairs.lanewise(XOR, third.or(fourth).and(HIGHEST_BIT));
    return errors.compare(NE, ZERO).anyTrue();
  }
}
