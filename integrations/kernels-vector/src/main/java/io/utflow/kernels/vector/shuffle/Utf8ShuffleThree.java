/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shuffle;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-8 of one to three bytes to UTF-16, for text where longer characters are few. A block is the
 * characters that begin in one vector of bytes: lane i of {@code b0} is the byte at i, of {@code
 * b1} the byte after it. Masks show whether the block is well-formed. If so, for each eight bytes a
 * table ({@link Shuffles#PAIRS}) gathers the bytes of the characters that begin in them, and these
 * are composed: by shifts of 32-bit lanes and by products, because C2 has no shift of 16-bit lanes
 * by a constant. The same indexes, applied to the bytes from one place further on, gather the
 * second and the third byte. {@code expected} marks the continuation bytes with which the block
 * must begin. A block of nothing but three-byte characters needs no table, because their beginnings
 * are known. A block ends before a sequence of four bytes; a single one, as of an emoji in other
 * text, is decoded in between, and a run of them ends the loop.
 *
 * <p>Bounds: a block is entered with {@link #WINDOW} bytes before {@code end} and a vector of chars
 * before {@code dend}; the last eight bytes are loaded with the nine after them. A character of
 * four bytes that begins in the block ends within those, and the room for its pair is checked. In a
 * block of nothing but three-byte characters, the last five are loaded with 17 bytes, of which at
 * most three are after the block, and their eight chars end within a vector of chars from the
 * first.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleThree {
  private static final VectorSpecies<Byte> BYTES = ShuffleLanes.BYTES;
  private static final VectorSpecies<Byte> SIXTEEN = ByteVector.SPECIES_128;
  private static final int LANES = BYTES.length();

  /** A block, and the bytes after it that are loaded with its last eight. */
  private static final int WINDOW = LANES + 9;

  private static final long ALL = -1L >>> -LANES;

  private static final ByteVector X00 = bytes(0x00);
  private static final ByteVector XA0 = bytes(0xA0);
  private static final ByteVector XC0 = bytes(0xC0);
  private static final ByteVector XC2 = bytes(0xC2);
  private static final ByteVector XE0 = bytes(0xE0);
  private static final ByteVector XDF = bytes(0xDF);
  private static final ByteVector XED = bytes(0xED);
  private static final ByteVector XEF = bytes(0xEF);

  /** The three-byte characters that fit into a block that begins with two continuation bytes. */
  private static final int RUN = (LANES - 2) / 3;

  /** The indexes of the first two bytes of each of five such characters. */
  private static final ByteVector FIVE =
      ByteVector.fromArray(
          SIXTEEN, new byte[] {0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 0, 0, 0, 0, 0, 0}, 0);

  private static final ShortVector LOWER_BYTE = shorts(0xFF);
  private static final ShortVector SIX_BITS = shorts(1 << 6);
  private static final ShortVector ASCII = shorts(0x7F);
  private static final ShortVector LEAD_OF_TWO = shorts(0xDF);

  /** The fixed bits of the bytes, shifted as the bytes are: C0 and 80; E0, 80 and 80. */
  private static final ShortVector MARKS_OF_TWO = shorts(0x3080);

  private static final ShortVector MARKS_OF_THREE = shorts(0xE2080);

  private Utf8ShuffleThree() {}

  private static ByteVector bytes(int value) {
    return ByteVector.broadcast(BYTES, (byte) value);
  }

  private static ShortVector shorts(int value) {
    return ShortVector.broadcast(ShortVector.SPECIES_128, (short) value);
  }

  /** Decodes whole blocks; returns the positions reached, on a boundary of characters. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long expected = 0;
    while (p <= end - WINDOW && d <= dend - LANES) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
      long nonAscii = b0.compare(LT, X00).toLong();
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = nonAscii & ~trailing;
      long three = b0.compare(GT, XDF).toLong() & nonAscii;
      long belowA0 = b1.compare(LT, XA0).toLong();
      long four = b0.compare(GT, XEF).toLong() & nonAscii;
      // The bits up to the first lead byte of four, or all.
      long upToFour = (four ^ four - 1) & ALL;
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | three & ~b2.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | three << 2 | expected)
              | b0.compare(EQ, XE0).toLong() & belowA0
              | b0.compare(EQ, XED).toLong() & ~belowA0;
      if ((errors & upToFour) != 0 || nonAscii == 0) {
        break;
      }
      long starts = ~trailing & upToFour & ~four;
      if (three == starts) {
        int first = p + Long.bitCount(expected);
        writeRun(src, first, dst, d);
        expected = 0;
        p = first + 3 * RUN;
        d += RUN;
        continue;
      }
      for (int i = 0; i < LANES; i += 8) {
        d = write(src, p + i, (int) (starts >>> i) & 0xFF, dst, d);
      }
      if (four != 0) {
        p += Long.numberOfTrailingZeros(four);
        expected = 0;
        int scalar = singleFourByte(src, p);
        if (scalar < 0 || d > dend - 2) {
          break;
        }
        dst[d] = Character.highSurrogate(scalar);
        dst[d + 1] = Character.lowSurrogate(scalar);
        p += 4;
        d += 2;
        continue;
      }
      expected = lead >>> LANES - 1 | three >>> LANES - 2;
      p += LANES;
    }
    return Kernel.progress(p + Long.bitCount(expected), d);
  }

  /**
   * The character of four bytes at {@code p}, or -1 without one, or if another lead of four
   * follows.
   */
  private static int singleFourByte(byte[] src, int p) {
    int lead = src[p];
    int second = src[p + 1];
    int third = src[p + 2];
    int fourth = src[p + 3];
    boolean shaped = lead < (byte) 0xF5 && second < -64 && third < -64 && fourth < -64;
    int scalar = (lead & 0x07) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | fourth & 0x3F;
    int next = src[p + 4] & 0xFF;
    return shaped && next < 0xF0 && Character.isSupplementaryCodePoint(scalar) ? scalar : -1;
  }

  /** Writes the characters that begin at {@code starts} in 8 bytes; returns the position after. */
  private static int write(byte[] src, int p, int starts, char[] dst, int d) {
    ByteVector indexes = ByteVector.fromArray(SIXTEEN, Shuffles.PAIRS, Shuffles.ENTRY * starts);
    ByteVector gathered = indexes.selectFrom(ByteVector.fromArray(SIXTEEN, src, p));
    ByteVector gatheredBehind = indexes.selectFrom(ByteVector.fromArray(SIXTEEN, src, p + 1));
    ShortVector first = gathered.reinterpretAsShorts().and(LOWER_BYTE);
    ShortVector second = gatheredBehind.reinterpretAsShorts().and(LOWER_BYTE);
    ShortVector third =
        gatheredBehind.reinterpretAsInts().lanewise(LSHR, 8).reinterpretAsShorts().and(LOWER_BYTE);
    ShortVector two = first.mul(SIX_BITS).add(second);
    ShortVector three = two.mul(SIX_BITS).add(third);
    first
        .blend(two.sub(MARKS_OF_TWO), first.compare(GT, ASCII))
        .blend(three.sub(MARKS_OF_THREE), first.compare(GT, LEAD_OF_TWO))
        .intoCharArray(dst, d);
    return d + Integer.bitCount(starts);
  }

  /** Writes characters of three bytes, five at a time; what is stored after them is overwritten. */
  private static void writeRun(byte[] src, int pos, char[] dst, int dpos) {
    for (int i = 0; i < RUN; i += 5) {
      int p = pos + 3 * i;
      ByteVector gathered = FIVE.selectFrom(ByteVector.fromArray(SIXTEEN, src, p));
      ByteVector gatheredBehind = FIVE.selectFrom(ByteVector.fromArray(SIXTEEN, src, p + 1));
      ShortVector first = gathered.reinterpretAsShorts().and(LOWER_BYTE);
      ShortVector second = gatheredBehind.reinterpretAsShorts().and(LOWER_BYTE);
      ShortVector third =
          gatheredBehind
              .reinterpretAsInts()
              .lanewise(LSHR, 8)
              .reinterpretAsShorts()
              .and(LOWER_BYTE);
      ShortVector two = first.mul(SIX_BITS).add(second);
      ShortVector three = two.mul(SIX_BITS).add(third);
      three.sub(MARKS_OF_THREE).intoCharArray(dst, dpos + i);
    }
  }
}
