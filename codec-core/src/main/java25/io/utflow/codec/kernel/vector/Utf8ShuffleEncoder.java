/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-16 to UTF-8 for machines that cannot compress bytes. A block is eight code units: each
 * becomes two bytes in a 16-bit lane or three in a 32-bit lane, and the bytes not in use are
 * squeezed out by a table ({@link Shuffles}). A single surrogate pair, as of an emoji in other
 * text, is encoded between two blocks, outside the loops, which it would slow down for all text. A
 * run of pairs is left to {@link Utf8FourByteRuns}.
 *
 * <p>Bounds: a block is entered with eight code units before {@code end}, and with as many bytes
 * before {@code dend} as its stores of 16 reach, where a surrogate counts as three bytes. A pair
 * between blocks is checked to be within both.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8ShuffleEncoder {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_128;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_128;
  private static final VectorSpecies<Short> FOUR = ShortVector.SPECIES_64;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_128;
  static final int BLOCK = 8;

  /** This many blocks of ASCII in a row end a loop, for {@link AsciiEncoder} is faster. */
  private static final int MAX_ASCII_BLOCKS = 4;

  private static final ShortVector NON_ASCII = shorts(0xFF80);
  private static final ShortVector UPPER_FIVE_BITS = shorts(0xF800);
  private static final ShortVector SURROGATE = shorts(0xD800);
  private static final ShortVector SIX_BITS = shorts(0x3F);
  private static final ShortVector TWO = shorts(0x80C0);
  private static final ShortVector ZERO = shorts(0);

  private static final IntVector LAST_OF_ONE = ints(0x7F);
  private static final IntVector LAST_OF_TWO = ints(0x7FF);
  private static final IntVector SECOND_BYTE = ints(0x3F00);
  private static final IntVector THIRD_BYTE = ints(0x3F0000);
  private static final IntVector MARKS_OF_TWO = ints(0x80C0);
  private static final IntVector MARKS_OF_THREE = ints(0x8080E0);

  private Utf8ShuffleEncoder() {}

  private static ShortVector shorts(int value) {
    return ShortVector.broadcast(SHORTS, (short) value);
  }

  private static IntVector ints(int value) {
    return IntVector.broadcast(INTS, value);
  }

  /** Encodes text below U+0800 with single pairs in it; returns the positions reached. */
  static long encodeTwo(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    long next = Kernel.progress(pos, dpos);
    long reached;
    do {
      reached = upToTwo(src, Kernel.read(next), end, dst, Kernel.written(next), dend);
      next = afterSinglePair(src, end, dst, dend, reached);
    } while (next != reached);
    return reached;
  }

  /** Encodes text without surrogates but for single pairs; returns the positions reached. */
  static long encodeThree(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    long next = Kernel.progress(pos, dpos);
    long reached;
    do {
      reached = upToThree(src, Kernel.read(next), end, dst, Kernel.written(next), dend);
      next = afterSinglePair(src, end, dst, dend, reached);
    } while (next != reached);
    return reached;
  }

  /**
   * Encodes blocks below U+0800 until several in a row are ASCII. Each writes 16 bytes, of which 8
   * to 16 count; of the last block only those count that are before a longer sequence. Returns the
   * positions reached.
   */
  private static long upToTwo(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (p <= end - BLOCK && d <= dend - 2 * BLOCK) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      VectorMask<Short> nonAscii = units.and(NON_ASCII).compare(NE, ZERO);
      int twos = (int) nonAscii.toLong();
      asciiBlocks = twos == 0 ? asciiBlocks + 1 : 0;
      if (asciiBlocks == MAX_ASCII_BLOCKS) {
        break;
      }
      ShortVector last = units.and(SIX_BITS).lanewise(LSHL, 8);
      ShortVector sequences = units.blend(units.lanewise(LSHR, 6).or(last).or(TWO), nonAscii);
      ByteVector indexes = ByteVector.fromArray(BYTES, Shuffles.OF_TWO, Shuffles.ENTRY * twos);
      ByteVector squeezed = indexes.selectFrom(sequences.reinterpretAsBytes());
      squeezed.intoArray(dst, d);
      VectorMask<Short> longer = units.and(UPPER_FIVE_BITS).compare(NE, ZERO);
      if (longer.anyTrue()) {
        int before = Long.numberOfTrailingZeros(longer.toLong());
        d += before + Integer.bitCount(twos & (1 << before) - 1);
        p += before;
        break;
      }
      d += BLOCK + Integer.bitCount(twos);
      p += BLOCK;
    }
    return Kernel.progress(p, d);
  }

  /**
   * Encodes blocks without surrogates until several in a row are ASCII. Each half writes 16 bytes,
   * of which 4 to 12 count; of the last block only those count that are before a surrogate. Returns
   * the positions reached.
   */
  private static long upToThree(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (p <= end - BLOCK && d <= dend - 12 - 16) {
      ShortVector units = ShortVector.fromCharArray(SHORTS, src, p);
      boolean ascii = !units.and(NON_ASCII).compare(NE, ZERO).anyTrue();
      asciiBlocks = ascii ? asciiBlocks + 1 : 0;
      if (asciiBlocks == MAX_ASCII_BLOCKS) {
        break;
      }
      int written = writeFour(src, p, dst, d);
      written = writeFour(src, p + 4, dst, written);
      VectorMask<Short> surrogates = units.and(UPPER_FIVE_BITS).compare(EQ, SURROGATE);
      if (surrogates.anyTrue()) {
        int before = Long.numberOfTrailingZeros(surrogates.toLong());
        long twos = units.and(NON_ASCII).compare(NE, ZERO).toLong();
        long threes = units.and(UPPER_FIVE_BITS).compare(NE, ZERO).toLong();
        long counted = (1L << before) - 1;
        d += before + Long.bitCount(twos & counted) + Long.bitCount(threes & counted);
        p += before;
        break;
      }
      d = written;
      p += BLOCK;
    }
    return Kernel.progress(p, d);
  }

  /**
   * Encodes the pair at {@code reached}, if one is there and no surrogate follows it; returns the
   * positions after it.
   */
  private static long afterSinglePair(char[] src, int end, byte[] dst, int dend, long reached) {
    int p = Kernel.read(reached);
    int d = Kernel.written(reached);
    if (p >= end - 2
        || d > dend - 4
        || !Character.isSurrogatePair(src[p], src[p + 1])
        || Character.isSurrogate(src[p + 2])) {
      return reached;
    }
    int scalar = Character.toCodePoint(src[p], src[p + 1]);
    dst[d] = (byte) (0xF0 | scalar >> 18);
    dst[d + 1] = (byte) (0x80 | scalar >> 12 & 0x3F);
    dst[d + 2] = (byte) (0x80 | scalar >> 6 & 0x3F);
    dst[d + 3] = (byte) (0x80 | scalar & 0x3F);
    return Kernel.progress(p + 2, d + 4);
  }

  private static int writeFour(char[] src, int p, byte[] dst, int d) {
    ShortVector four = ShortVector.fromCharArray(FOUR, src, p);
    IntVector units = (IntVector) four.convertShape(ZERO_EXTEND_S2I, INTS, 0);
    VectorMask<Integer> atLeastTwo = units.compare(GT, LAST_OF_ONE);
    VectorMask<Integer> atLeastThree = units.compare(GT, LAST_OF_TWO);
    IntVector two = units.lanewise(LSHR, 6).or(units.lanewise(LSHL, 8).and(SECOND_BYTE));
    IntVector three =
        units
            .lanewise(LSHR, 12)
            .or(units.lanewise(LSHL, 2).and(SECOND_BYTE))
            .or(units.lanewise(LSHL, 16).and(THIRD_BYTE));
    IntVector sequences =
        units.blend(two.or(MARKS_OF_TWO), atLeastTwo).blend(three.or(MARKS_OF_THREE), atLeastThree);
    int used = (int) (atLeastTwo.toLong() | atLeastThree.toLong() << 4);
    ByteVector indexes = ByteVector.fromArray(BYTES, Shuffles.OF_THREE, Shuffles.ENTRY * used);
    ByteVector squeezed = indexes.selectFrom(sequences.reinterpretAsBytes());
    squeezed.intoArray(dst, d);
    return d + 4 + Integer.bitCount(used);
  }
}
