/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.AND_NOT;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SADD;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.Arrays;
import jdk.incubator.vector.ByteVector;

/**
 * The well-formed prefix of UTF-8 by blocks of 64 bytes, after Keiser and Lemire ("Validating UTF-8
 * in less than one instruction per byte"): each byte is checked against the three before it, and
 * the highest bit of a lane has the result. The bytes before tell whether it must be a continuation
 * byte; of a second byte, the lower six bits of the lead byte tell which are allowed, by a table.
 *
 * <p>Whether a pair of blocks is ASCII is first written down for many pairs, a bit each, without a
 * branch; then those are checked that have a bit. A branch for each pair would not be predicted in
 * text of few accents, and costs as much as the check. Where nearly all pairs have other text, all
 * that follow are checked, and not looked at before.
 *
 * <p>Bounds: the caller ensures that the three bytes before the first block are within its range; a
 * block is entered with 64 bytes before {@code end}, a pair with 128. A rest before {@code end}
 * that is shorter than a block is checked by one that overlaps the block before it.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class Utf8Validator512 {
  /**
   * For each lead byte, at its lower six bits: what added to a second byte clears the highest bit
   * if the byte is allowed (Table 3-7), and else does not.
   */
  static final ByteVector SECOND = ByteVector.fromArray(BYTES, seconds(), 0);

  /** Subtracted from C0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_TWO = ByteVector.broadcast(BYTES, (byte) 0x40);

  /** Subtracted from E0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_THREE = ByteVector.broadcast(BYTES, (byte) 0x60);

  /** Subtracted from F0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_FOUR = ByteVector.broadcast(BYTES, (byte) 0x70);

  private static final int BLOCK = 64;

  private static final int PAIR = 2 * BLOCK;

  /**
   * From one marked pair to the next: they overlap by the three bytes in which a sequence may go on
   * that began in the first.
   */
  private static final int STEP = PAIR - 3;

  /** Shorter input is checked without marks: making them costs as much as they save. */
  private static final int SHORT = 1 << 10;

  /** The number of pairs that are marked first: if most have other text, the marks were useless. */
  private static final int FIRST_PAIRS = 4;

  /** The number of pairs, a bit each, if more of the last were ASCII. */
  private static final int PAIRS = Long.SIZE;

  /**
   * The number of bytes that are checked without marks if nearly all of the last pairs had other
   * text.
   */
  private static final int STRAIGHT_BYTES = 16 << 10;

  private Utf8Validator512() {}

  static byte[] seconds() {
    byte[] added = new byte[64];
    Arrays.fill(added, 0xC2 & 0x3F, 0xF5 & 0x3F, (byte) 0x80); // 80..BF; of other leads, none
    added[0xE0 & 0x3F] = (byte) (0x100 - 0xA0); // A0..BF
    added[0xED & 0x3F] = (byte) (0x80 - 0xA0); // 80..9F
    added[0xF0 & 0x3F] = (byte) (0x100 - 0x90); // 90..BF
    added[0xF4 & 0x3F] = (byte) (0x80 - 0x90); // 80..8F
    return added;
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
    int p = markedPairs(src, asciiBlocks(src, from, end), end);
    while (p <= end - BLOCK && !hasErrors(src, p)) {
      p += BLOCK;
    }
    int last = end - BLOCK;
    return from <= last && last < p && !hasErrors(src, last) ? end : p;
  }

  /**
   * Four blocks at a time, from the three bytes before on, where a sequence may have begun; then
   * two, if four more do not fit.
   */
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
    boolean two = p > from && p <= end - PAIR && p > end - (4 * BLOCK - 3);
    return two && nonAsciiPairs(src, p, 1) == 0 ? p + STEP : p;
  }

  /** Two blocks at a time, whatever they hold: those that have other text than ASCII. */
  private static int markedPairs(byte[] src, int from, int end) {
    int p = from;
    int most = FIRST_PAIRS;
    while (p <= end - SHORT) {
      int count = Math.min(most, (end - p - PAIR) / STEP + 1);
      long marks = nonAsciiPairs(src, p, count);
      if (4 * Long.bitCount(marks) > 3 * count) {
        int stop = p + Math.min(end - p, STRAIGHT_BYTES);
        p = allPairs(src, p, stop);
        if (p <= stop - PAIR) {
          return p;
        }
        most = FIRST_PAIRS;
        continue;
      }
      long left = unchecked(src, p, marks);
      if (left != 0) {
        return p + Long.numberOfTrailingZeros(left) * STEP;
      }
      p += count * STEP;
      most = PAIRS;
    }
    return allPairs(src, p, end);
  }

  /**
   * A bit for each pair that has other text than ASCII in its first 125 bytes or the three before
   * it. Such text is in a pair that is marked, and so are the three bytes after it, where its
   * sequence may go on. Text in the last three bytes of a pair counts for the next pair, or for the
   * bytes after all pairs, which are checked.
   *
   * <p>Bounds: the caller ensures that the last pair ends within its range.
   */
  private static long nonAsciiPairs(byte[] src, int from, int count) {
    long marks = 0;
    int limit = Math.min(from + count * STEP, src.length - (PAIR - 1));
    for (int p = from; p < limit; p += STEP) {
      ByteVector left = ByteVector.fromArray(BYTES, src, p - 3);
      ByteVector right = ByteVector.fromArray(BYTES, src, p - 3 + BLOCK);
      long nonAscii = left.or(right).compare(LT, ZERO).toLong();
      marks = marks >>> 1 | (nonAscii | -nonAscii) & Long.MIN_VALUE;
    }
    return marks >>> -count;
  }

  /** The marked pairs from the first one with an error on. */
  private static long unchecked(byte[] src, int from, long marks) {
    long left = marks;
    while (left != 0 && !pairHasErrors(src, from + Long.numberOfTrailingZeros(left) * STEP)) {
      left &= left - 1;
    }
    return left;
  }

  /** Returns the first pair with an error, or the end of the last one. */
  private static int allPairs(byte[] src, int from, int end) {
    int p = from;
    int limit = Math.min(end, src.length) - (PAIR - 1);
    while (p < limit && !pairHasErrors(src, p)) {
      p += PAIR;
    }
    return p;
  }

  /** Where the last sequence begins if it goes on beyond {@code p}, else {@code p}. */
  static int boundary(byte[] src, int p) {
    if ((src[p - 1] & 0xFF) >= 0xC0) {
      return p - 1;
    }
    if ((src[p - 2] & 0xFF) >= 0xE0) {
      return p - 2;
    }
    return (src[p - 3] & 0xFF) >= 0xF0 ? p - 3 : p;
  }

  /** Whether 64 bytes hold an error; a sequence cut at their end is not an error. */
  private static boolean hasErrors(byte[] src, int p) {
    ByteVector block = ByteVector.fromArray(BYTES, src, p);
    ByteVector lead = ByteVector.fromArray(BYTES, src, p - 1);
    // The highest bit where a second, a third and a fourth byte must be: after C0..FF, two after
    // E0..FF, three after F0..FF.
    ByteVector second = lead.lanewise(SUSUB, BELOW_TWO);
    ByteVector third = ByteVector.fromArray(BYTES, src, p - 2).lanewise(SUSUB, BELOW_THREE);
    ByteVector fourth = ByteVector.fromArray(BYTES, src, p - 3).lanewise(SUSUB, BELOW_FOUR);
    // Where a continuation byte is, 80..BF, and it must not be a third or fourth; or the reverse.
    ByteVector later = third.or(fourth).lanewise(XOR, block.lanewise(SADD, BELOW_TWO));
    // A table of 64 lanes is indexed by the lower six bits.
    ByteVector notAllowed = lead.selectFrom(SECOND).add(block).and(later);
    // Of a second byte the reverse: it must be a continuation byte, and one that is allowed. That
    // it
    // must be a later one as well is an error in the byte before it.
    ByteVector errors = second.lanewise(AND_NOT, notAllowed).lanewise(XOR, later);
    return errors.compare(LT, ZERO).anyTrue();
  }

  /**
   * Whether 128 bytes hold an error: as in {@link #hasErrors}, twice, with one branch. In a method
   * that returns a vector, C2 would not inline both.
   */
  private static boolean pairHasErrors(byte[] src, int p) {
    ByteVector left = ByteVector.fromArray(BYTES, src, p);
    ByteVector right = ByteVector.fromArray(BYTES, src, p + BLOCK);
    ByteVector leftLead = ByteVector.fromArray(BYTES, src, p - 1);
    ByteVector rightLead = ByteVector.fromArray(BYTES, src, p + BLOCK - 1);
    ByteVector leftLater =
        ByteVector.fromArray(BYTES, src, p - 2)
            .lanewise(SUSUB, BELOW_THREE)
            .or(ByteVector.fromArray(BYTES, src, p - 3).lanewise(SUSUB, BELOW_FOUR))
            .lanewise(XOR, left.lanewise(SADD, BELOW_TWO));
    ByteVector rightLater =
        ByteVector.fromArray(BYTES, src, p + BLOCK - 2)
            .lanewise(SUSUB, BELOW_THREE)
            .or(ByteVector.fromArray(BYTES, src, p + BLOCK - 3).lanewise(SUSUB, BELOW_FOUR))
            .lanewise(XOR, right.lanewise(SADD, BELOW_TWO));
    ByteVector leftNotAllowed = leftLead.selectFrom(SECOND).add(left).and(leftLater);
    ByteVector rightNotAllowed = rightLead.selectFrom(SECOND).add(right).and(rightLater);
    ByteVector leftErrors =
        leftLead
            .lanewise(SUSUB, BELOW_TWO)
            .lanewise(AND_NOT, leftNotAllowed)
            .lanewise(XOR, leftLater);
    ByteVector rightErrors =
        rightLead
            .lanewise(SUSUB, BELOW_TWO)
            .lanewise(AND_NOT, rightNotAllowed)
            .lanewise(XOR, rightLater);
    return leftErrors.or(rightErrors).compare(LT, ZERO).anyTrue();
  }
}
