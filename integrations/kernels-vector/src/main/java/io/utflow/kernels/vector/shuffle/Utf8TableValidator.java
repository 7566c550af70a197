/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static io.utflow.kernels.vector.shuffle.ShuffleLanes.BYTES;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;

import io.utflow.kernels.vector.compress.Utf8Validator512;
import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;

/**
 * The well-formed prefix of UTF-8 by blocks of 32 bytes, in the way of {@link Utf8Validator512}:
 * each byte is checked against the three before it. A table has 32 entries here, so it tells of
 * lead bytes of three and four alone which second bytes are allowed; C0 and C1 are found by
 * arithmetic.
 *
 * <p>Bounds: the caller ensures that the three bytes before the first block are within its range; a
 * block is entered with 32 bytes before {@code end}.
 *
 * <p>Checked by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps of the
 * encoding form.
 */
final class Utf8TableValidator {
  /** The width that the table is for. */
  static final int BLOCK = 32;

  private static final ByteVector ZERO = bytes(0);
  private static final ByteVector FIRST_LEAD = bytes(0xC0);

  /** Subtracted from C0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_TWO = bytes(0x40);

  /** Subtracted from E0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_THREE = bytes(0x60);

  /** Subtracted from F0 and more, it leaves the highest bit set. */
  private static final ByteVector BELOW_FOUR = bytes(0x70);

  /** Added to C0 and C1, it leaves the highest bit set, and to no other lead byte. */
  private static final ByteVector ABOVE_C1 = bytes(0x100 - 0xC2);

  /**
   * For each lead byte from E0 on, at its lower five bits: what added to a second byte clears the
   * highest bit if the byte is allowed (Table 3-7), and else does not.
   */
  private static final ByteVector SECOND = ByteVector.fromArray(BYTES, seconds(), 0);

  /** The number of bytes that are checked before the next test for a run of ASCII. */
  private static final int STRETCH = 16 * BLOCK;

  /** The same after a run of ASCII, when another may be near. */
  private static final int SHORT_STRETCH = 8 * BLOCK;

  private Utf8TableValidator() {}

  private static ByteVector bytes(int value) {
    return ByteVector.broadcast(BYTES, (byte) value);
  }

  private static byte[] seconds() {
    byte[] added = new byte[BLOCK];
    Arrays.fill(added, 0x00, 0x15, (byte) 0x80); // E0..F4: 80..BF; of other leads, none
    added[0x00] = (byte) (0x100 - 0xA0); // E0: A0..BF
    added[0x0D] = (byte) (0x80 - 0xA0); // ED: 80..9F
    added[0x10] = (byte) (0x100 - 0x90); // F0: 90..BF
    added[0x14] = (byte) (0x80 - 0x90); // F4: 80..8F
    return added;
  }

  /**
   * A boundary such that all that is between {@code from}, itself a boundary, and it is
   * well-formed; the three bytes before {@code from} are.
   */
  static int blocks(byte[] src, int from, int end) {
    int p = from;
    int limit;
    do {
      int before = p;
      p = asciiBlocks(src, p, end);
      int stretch = p == before ? STRETCH : SHORT_STRETCH;
      limit = p + Math.min(end - p, stretch);
      p = mixedBlocks(src, p, limit);
    } while (p > limit - BLOCK && limit < end);
    return boundary(src, p);
  }

  /** As {@link #blocks}, but no further than to a run of ASCII. */
  static int mixed(byte[] src, int from, int end) {
    int p = from;
    int limit;
    do {
      limit = p + Math.min(end - p, SHORT_STRETCH);
      p = mixedBlocks(src, p, limit);
    } while (p > limit - BLOCK && limit < end && asciiBlocks(src, p, end) == p);
    return boundary(src, p);
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

  /** A block at a time, whatever it holds, until an error. */
  private static int mixedBlocks(byte[] src, int from, int end) {
    int p = from;
    while (p <= end - BLOCK) {
      ByteVector block = ByteVector.fromArray(BYTES, src, p);
      ByteVector lead = ByteVector.fromArray(BYTES, src, p - 1);
      ByteVector beforeLead = ByteVector.fromArray(BYTES, src, p - 2);
      ByteVector first = ByteVector.fromArray(BYTES, src, p - 3);
      // The highest bit where a second, a third and a fourth byte must be: after C0..FF, two after
      // E0..FF, three after F0..FF.
      ByteVector second = lead.lanewise(SUSUB, BELOW_TWO);
      ByteVector later =
          beforeLead.lanewise(SUSUB, BELOW_THREE).or(first.lanewise(SUSUB, BELOW_FOUR));
      VectorMask<Byte> misplaced =
          second.or(later).compare(LT, ZERO).xor(block.compare(LT, FIRST_LEAD));
      // A table of 32 lanes is indexed by the lower five bits.
      ByteVector ofLonger =
          lead.selectFrom(SECOND).add(block).and(lead.lanewise(SUSUB, BELOW_THREE));
      ByteVector notAllowed = lead.add(ABOVE_C1).and(second).or(ofLonger);
      if (misplaced.or(notAllowed.compare(LT, ZERO)).anyTrue()) {
        break;
      }
      p += BLOCK;
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
}
