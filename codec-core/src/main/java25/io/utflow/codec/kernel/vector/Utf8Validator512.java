/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.AND_NOT;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.Arrays;
import jdk.incubator.vector.ByteVector;

/**
 * The well-formed prefix of UTF-8 by blocks of 64 bytes, after Keiser and Lemire ("Validating UTF-8
 * in less than one instruction per byte"): each byte is checked against the three before it, and
 * what is found is in the highest bit of a lane. The bytes before tell whether it must be a
 * continuation byte; of a second byte, the lower six bits of the lead byte tell which are allowed,
 * by a table. That takes a dozen operations for a block, so ASCII is branched on only where most of
 * the last blocks were ASCII: in text of few accents a branch would not be predicted.
 *
 * <p>Bounds: the caller ensures that the three bytes before the first block are within its range; a
 * block is entered with 64 bytes before {@code end}. What is shorter than a block before {@code
 * end} is checked by one that overlaps the block before it.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Validator512 {
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

  /**
   * Where more than this many of the last 32 pairs of blocks held other text than ASCII, ASCII has
   * no branch of its own until {@link #RUN}: it is not predicted there.
   */
  private static final int MANY = 4;

  /** The bits of the last seven pairs; if none is set, they are a run of ASCII. */
  private static final int RUN = 0x7F;

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
    int p = pairsOfBlocks(src, asciiBlocks(src, from, end), end);
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

  /** Two blocks at a time, whatever they hold. */
  private static int pairsOfBlocks(byte[] src, int from, int end) {
    int p = from;
    int history = 0;
    // Not 0 where a pair is checked even if it is ASCII.
    long must = 0;
    int limit = Math.min(end, src.length) - (2 * BLOCK - 1);
    while (p < limit) {
      ByteVector before = ByteVector.fromArray(BYTES, src, p - 3);
      ByteVector left = ByteVector.fromArray(BYTES, src, p);
      ByteVector right = ByteVector.fromArray(BYTES, src, p + BLOCK);
      long nonAscii = before.or(left).or(right).compare(LT, ZERO).toLong();
      if ((nonAscii | must) == 0) {
        history <<= 1;
        p += 2 * BLOCK;
        continue;
      }
      // As in hasErrors, twice; in a method, C2 would not inline both into all that call this one.
      ByteVector leftLead = ByteVector.fromArray(BYTES, src, p - 1);
      ByteVector rightLead = ByteVector.fromArray(BYTES, src, p + BLOCK - 1);
      ByteVector leftSecond = leftLead.lanewise(SUSUB, BELOW_TWO);
      ByteVector rightSecond = rightLead.lanewise(SUSUB, BELOW_TWO);
      ByteVector leftLater =
          ByteVector.fromArray(BYTES, src, p - 2)
              .lanewise(SUSUB, BELOW_THREE)
              .or(before.lanewise(SUSUB, BELOW_FOUR));
      ByteVector rightLater =
          ByteVector.fromArray(BYTES, src, p + BLOCK - 2)
              .lanewise(SUSUB, BELOW_THREE)
              .or(ByteVector.fromArray(BYTES, src, p + BLOCK - 3).lanewise(SUSUB, BELOW_FOUR));
      ByteVector leftNotAllowed = leftLead.selectFrom(SECOND).add(left).and(leftSecond);
      ByteVector rightNotAllowed = rightLead.selectFrom(SECOND).add(right).and(rightSecond);
      ByteVector leftIs = left.lanewise(AND_NOT, left.add(left));
      ByteVector rightIs = right.lanewise(AND_NOT, right.add(right));
      ByteVector leftErrors = leftSecond.or(leftLater).lanewise(XOR, leftIs).or(leftNotAllowed);
      ByteVector rightErrors =
          rightSecond.or(rightLater).lanewise(XOR, rightIs).or(rightNotAllowed);
      if (leftErrors.or(rightErrors).compare(LT, ZERO).anyTrue()) {
        break;
      }
      // Without a branch, of the pairs before, so that the next branch need not wait for this one.
      int many = MANY - Integer.bitCount(history) & -(history & RUN);
      must = (long) many >>> 63;
      history = history << 1 | (int) ((nonAscii | -nonAscii) >>> 63);
      p += 2 * BLOCK;
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

  /** Whether 64 bytes hold an error; a sequence cut at their end is none. */
  private static boolean hasErrors(byte[] src, int p) {
    ByteVector block = ByteVector.fromArray(BYTES, src, p);
    ByteVector lead = ByteVector.fromArray(BYTES, src, p - 1);
    // The highest bit where a second, a third and a fourth byte must be: after C0..FF, two after
    // E0..FF, three after F0..FF.
    ByteVector second = lead.lanewise(SUSUB, BELOW_TWO);
    ByteVector third = ByteVector.fromArray(BYTES, src, p - 2).lanewise(SUSUB, BELOW_THREE);
    ByteVector fourth = ByteVector.fromArray(BYTES, src, p - 3).lanewise(SUSUB, BELOW_FOUR);
    // Where a continuation byte is: the highest bit is set, and the one after it is not.
    ByteVector is = block.lanewise(AND_NOT, block.add(block));
    // A table of 64 lanes is indexed by the lower six bits.
    ByteVector notAllowed = lead.selectFrom(SECOND).add(block).and(second);
    ByteVector errors = second.or(third).or(fourth).lanewise(XOR, is).or(notAllowed);
    return errors.compare(LT, ZERO).anyTrue();
  }
}
