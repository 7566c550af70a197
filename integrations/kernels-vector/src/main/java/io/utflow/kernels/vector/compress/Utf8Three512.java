/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.HALF_BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.SHORTS;
import static jdk.incubator.vector.VectorOperators.AND_NOT;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.XOR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-8 of one to three bytes to UTF-16.
 *
 * <p>A block is the characters that end in 64 bytes: lane i of {@code last} is the byte at i, of
 * {@code before} and {@code twoBefore} the bytes before it. It is checked as by {@link
 * Utf8Validator512}. Then a char is composed for every lane as two bytes: the lower one is made of
 * the last byte of a character and the one before it, whether that has two bytes or three. The
 * lanes where a character ends are compressed to the front, and lower and higher bytes are
 * interleaved. Nothing of that depends on the lengths of the characters, so there is no branch on
 * them.
 *
 * <p>The one branch is for ASCII. It is not taken if few of the last blocks were ASCII, unless they
 * were a run, because between words with and without accents a processor does not predict it. An
 * error and a sequence of four bytes end the loop.
 *
 * <p>Vectors that do not change are locals: from the fields C2 would load them in every block.
 *
 * <p>Bounds: the caller ensures that the two bytes before the first block are within its range, and
 * that a character ends before {@code pos} or goes on there. A block is entered with 64 bytes
 * before {@code end}, and 64 chars before {@code dend}, which it writes.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Three512 {
  /** As for the validator, but after the lead byte of four no byte is allowed. */
  private static final ByteVector SECOND = ByteVector.fromArray(BYTES, seconds(), 0);

  private static final int BLOCK = Utf8Kernel512.BLOCK;
  private static final int HALF = BLOCK / 2;

  /**
   * Where more than this many of the last 32 blocks held other text than ASCII, ASCII has no branch
   * of its own until {@link #RUN}; at a third the branch costs as much as it saves.
   */
  private static final int MANY = 11;

  /** The bits of the last seven blocks; if no bit is set, they are a run of ASCII. */
  private static final int RUN = 0x7F;

  private Utf8Three512() {}

  private static byte[] seconds() {
    byte[] added = Utf8Validator512.seconds();
    Arrays.fill(added, 0xF0 & 0x3F, 0xF5 & 0x3F, (byte) 0);
    return added;
  }

  /** Decodes whole blocks; returns the positions reached, which may be within a sequence. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    ByteVector seconds = SECOND.or((byte) 0);
    ByteVector lower = Lanes512.LOWER_TWICE.or((byte) 0);
    ByteVector upper = Lanes512.UPPER_TWICE.or((byte) 0);
    ByteVector even = ShortVector.broadcast(SHORTS, (short) 0xFF).reinterpretAsBytes();
    ByteVector six = ByteVector.broadcast(BYTES, (byte) 0x3F);
    int p = pos;
    int d = dpos;
    int history = 0;
    // Not 0 where the block is composed even if it is ASCII.
    long must = (long) src[p - 1] >>> 63;
    // The lengths of the arrays tell C2 that p and d cannot overflow. Else it checks the bounds of
    // each load: German, Indonesian and Russian passed at 0.7 of this speed.
    int limit = Math.min(end, src.length) - (BLOCK - 1);
    int room = Math.min(dend, dst.length) - (BLOCK - 1);
    while (p < limit && d < room) {
      ByteVector last = ByteVector.fromArray(BYTES, src, p);
      VectorMask<Byte> nonAscii = last.compare(LT, (byte) 0);
      long other = nonAscii.toLong();
      if ((other | must) == 0) {
        ((ShortVector)
                ByteVector.fromArray(HALF_BYTES, src, p).convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
            .intoCharArray(dst, d);
        ((ShortVector)
                ByteVector.fromArray(HALF_BYTES, src, p + HALF)
                    .convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
            .intoCharArray(dst, d + HALF);
        p += BLOCK;
        d += BLOCK;
        history <<= 1;
        continue;
      }
      ByteVector before = ByteVector.fromArray(BYTES, src, p - 1);
      ByteVector twoBefore = ByteVector.fromArray(BYTES, src, p - 2);
      ByteVector second = before.lanewise(SUSUB, (byte) 0x40);
      ByteVector third = twoBefore.lanewise(SUSUB, (byte) 0x60);
      ByteVector is = last.lanewise(AND_NOT, last.add(last));
      ByteVector notAllowed = before.selectFrom(seconds).add(last).and(second);
      if (second.or(third).lanewise(XOR, is).or(notAllowed).compare(LT, (byte) 0).anyTrue()) {
        break;
      }
      ByteVector goesOn = last.lanewise(SUSUB, (byte) 0x40).or(before.lanewise(SUSUB, (byte) 0x60));
      VectorMask<Byte> ends = goesOn.compare(GE, (byte) 0);
      int count = Long.bitCount(ends.toLong());
      // Bytes have no shift; in wider lanes, what comes from the byte beside is masked.
      ByteVector up6 = before.reinterpretAsInts().lanewise(LSHL, 6).reinterpretAsBytes();
      ByteVector down2 = before.reinterpretAsInts().lanewise(LSHR, 2).reinterpretAsBytes();
      ByteVector leadOfThree = twoBefore.lanewise(SUSUB, (byte) 0xE0);
      ByteVector up4 = leadOfThree.reinterpretAsInts().lanewise(LSHL, 4).reinterpretAsBytes();
      ByteVector low =
          last.blend(last.and(six).or(up6.lanewise(AND_NOT, six)), nonAscii).compress(ends);
      ByteVector high =
          ByteVector.zero(BYTES).blend(down2.and((byte) 0x0F).or(up4), nonAscii).compress(ends);
      lower
          .selectFrom(low)
          .and(even)
          .or(lower.selectFrom(high).lanewise(AND_NOT, even))
          .reinterpretAsShorts()
          .intoCharArray(dst, d);
      upper
          .selectFrom(low)
          .and(even)
          .or(upper.selectFrom(high).lanewise(AND_NOT, even))
          .reinterpretAsShorts()
          .intoCharArray(dst, d + HALF);
      // Without a branch: negative where there were many, and no run of ASCII.
      int many = MANY - Integer.bitCount(history) & -(history & RUN);
      must = other >>> 63 | (long) many >>> 63;
      history = history << 1 | (int) ((other | -other) >>> 63);
      d += count;
      p += BLOCK;
    }
    return Kernel.progress(p, d);
  }
}
