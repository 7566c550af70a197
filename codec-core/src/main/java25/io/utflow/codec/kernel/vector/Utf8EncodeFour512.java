package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.HALF_SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.INTS;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static io.utflow.codec.kernel.vector.Lanes512.first;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 to UTF-8, in the way of {@link Utf8EncodeThree512}: the four bytes of a surrogate pair stand
 * in the lane of the high surrogate, the lane of the low one stays empty. Through masked loads and
 * stores, so it also takes what the other loops leave: the last code units of an array, and the
 * well-formed prefix of a block that holds an unpaired surrogate.
 *
 * <p>The lanes that are not loaded are zero, so a high surrogate at the end is unpaired. An unpaired
 * surrogate shows in its own lane or in the one behind, so the lanes below the first error hold
 * whole characters, but for a low surrogate owed to the block before.
 *
 * <p>Bounds: the masks of loads and stores name only lanes within them. A code unit becomes at most
 * three bytes, a pair four, and no more units are read than there is room for.
 */
final class Utf8EncodeFour512 {
  private static final int BLOCK = 16;

  private static final IntVector UPPER_SIX_BITS = Lanes512.ints(0xFC00);
  private static final IntVector HIGH_SURROGATE = Lanes512.ints(0xD800);
  private static final IntVector LOW_SURROGATE = Lanes512.ints(0xDC00);

  /** The first high surrogate shifted by ten, and the first low one, less 10000. */
  private static final IntVector PAIR_BASE = Lanes512.ints(0x35FDC00);

  private static final IntVector FIRST_OF_TWO = Lanes512.ints(0x80);
  private static final IntVector FIRST_OF_THREE = Lanes512.ints(0x800);
  private static final IntVector FIRST_BYTE = Lanes512.ints(0xFF);
  private static final IntVector SECOND_BYTE = Lanes512.ints(0x3F00);
  private static final IntVector THIRD_BYTE = Lanes512.ints(0x3F0000);
  private static final IntVector FOURTH_BYTE = Lanes512.ints(0x3F000000);
  private static final IntVector MARKS_OF_TWO = Lanes512.ints(0x80C0);
  private static final IntVector MARKS_OF_THREE = Lanes512.ints(0x8080E0);
  private static final IntVector MARKS_OF_FOUR = Lanes512.ints(0x808080F0);
  private static final IntVector NOTHING = Lanes512.ints(0);

  private Utf8EncodeFour512() {}

  /**
   * Encodes blocks that hold surrogates, and one block, if it is the first, that does not; returns
   * the positions reached, on a boundary of characters.
   */
  static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      int count = Math.min(BLOCK, Math.min(end - p, (dend - d) / 3));
      int whole = wellFormedPrefix(src, p, count);
      if (whole <= 0) {
        break;
      }
      d = write(src, p, whole, dst, d);
      p += whole;
      if (whole < BLOCK - 1) {
        break;
      }
    }
    return Kernel.progress(p, d);
  }

  /** How many of {@code count} code units are whole characters before an error or the end. */
  private static int wellFormedPrefix(char[] src, int p, int count) {
    VectorMask<Short> lanes = VectorMask.fromLong(HALF_SHORTS, first(count));
    ShortVector half = ShortVector.fromCharArray(HALF_SHORTS, src, p, lanes);
    IntVector kinds =
        ((IntVector) half.convertShape(ZERO_EXTEND_S2I, INTS, 0)).and(UPPER_SIX_BITS);
    long high = kinds.compare(EQ, HIGH_SURROGATE).toLong();
    long broken = high << 1 ^ kinds.compare(EQ, LOW_SURROGATE).toLong();
    int first = Long.numberOfTrailingZeros(broken);
    // Broken is a low surrogate too many, or the lane behind a high one that lacks its own.
    return broken == 0 ? count : first - (int) (high << 1 >>> first & 1);
  }

  /** Writes {@code count} code units, whole characters; returns the position behind. */
  private static int write(char[] src, int p, int count, byte[] dst, int d) {
    VectorMask<Short> lanes = VectorMask.fromLong(HALF_SHORTS, first(count));
    VectorMask<Short> behind = VectorMask.fromLong(HALF_SHORTS, first(count - 1));
    ShortVector half = ShortVector.fromCharArray(HALF_SHORTS, src, p, lanes);
    ShortVector nextHalf = ShortVector.fromCharArray(HALF_SHORTS, src, p + 1, behind);
    IntVector units = (IntVector) half.convertShape(ZERO_EXTEND_S2I, INTS, 0);
    IntVector next = (IntVector) nextHalf.convertShape(ZERO_EXTEND_S2I, INTS, 0);
    IntVector scalars = units.lanewise(LSHL, 10).add(next).sub(PAIR_BASE);
    IntVector kinds = units.and(UPPER_SIX_BITS);
    IntVector two = units.lanewise(LSHR, 6).or(units.lanewise(LSHL, 8).and(SECOND_BYTE));
    IntVector three =
        units
            .lanewise(LSHR, 12)
            .or(units.lanewise(LSHL, 2).and(SECOND_BYTE))
            .or(units.lanewise(LSHL, 16).and(THIRD_BYTE));
    IntVector four =
        scalars
            .lanewise(LSHR, 18)
            .or(scalars.lanewise(LSHR, 4).and(SECOND_BYTE))
            .or(scalars.lanewise(LSHL, 10).and(THIRD_BYTE))
            .or(scalars.lanewise(LSHL, 24).and(FOURTH_BYTE));
    IntVector sequences =
        units
            .blend(two.or(MARKS_OF_TWO), units.compare(GE, FIRST_OF_TWO))
            .blend(three.or(MARKS_OF_THREE), units.compare(GE, FIRST_OF_THREE))
            .blend(four.or(MARKS_OF_FOUR), kinds.compare(EQ, HIGH_SURROGATE));
    // Every lowest byte, U+0000 included, and the others in use, but nothing of low surrogates.
    IntVector marked =
        sequences.or(FIRST_BYTE).blend(NOTHING, kinds.compare(EQ, LOW_SURROGATE));
    long used = marked.reinterpretAsBytes().compare(NE, ZERO).toLong() & first(4 * count);
    int length = Long.bitCount(used);
    ByteVector bytes = sequences.reinterpretAsBytes().compress(VectorMask.fromLong(BYTES, used));
    bytes.intoArray(dst, d, VectorMask.fromLong(BYTES, first(length)));
    return d + length;
  }
}
