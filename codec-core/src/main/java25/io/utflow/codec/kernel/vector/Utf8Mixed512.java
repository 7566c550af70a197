package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.INTS;
import static io.utflow.codec.kernel.vector.Lanes512.first;
import static io.utflow.codec.kernel.vector.Lanes512.without;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * Writes well-formed characters of one to four bytes as UTF-16: sixteen at a time are composed in
 * lanes of 32 bits, a surrogate pair filling its lane; then the empty upper halves of the others
 * are squeezed out.
 *
 * <p>Bounds: 64 + 3 bytes are there, of which all are read, and room for 64 + 32 chars: the
 * characters that begin in 64 bytes become at most 64, and the last store begins before them.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class Utf8Mixed512 {
  private static final IntVector LEAD_OF_TWO = Lanes512.ints(0x80);
  private static final IntVector LEAD_OF_THREE = Lanes512.ints(0xE0);
  private static final IntVector LEAD_OF_FOUR = Lanes512.ints(0xF0);

  /** The marks of the bytes, shifted like them: C0 and 80; E0, 80 and 80. */
  private static final IntVector MARKS_OF_TWO = Lanes512.ints(0x3080);

  private static final IntVector MARKS_OF_THREE = Lanes512.ints(0xE2080);

  /** F0, 80, 80 and 80, the marks of the four bytes, shifted like them. */
  private static final IntVector MARKS_OF_FOUR = Lanes512.ints(0x3C82080);

  private static final IntVector LOW_TEN_BITS = Lanes512.ints(0x3FF);
  private static final IntVector FIRST_LOW_SURROGATE = Lanes512.ints(0xDC00);

  /** The first high surrogate, less the 10000 that a pair does not say, shifted by ten. */
  private static final IntVector HIGH_SURROGATE_BASE = Lanes512.ints(0xD7C0);

  private static final IntVector LOWER_HALF = Lanes512.ints(0xFFFF);
  private static final ShortVector EMPTY = Lanes512.shorts(0);

  /** The chars that may be written, though not all of them stay. */
  static final int ROOM = Utf8Kernel512.BLOCK + 32;

  private Utf8Mixed512() {}

  /**
   * Writes the characters that begin at the lanes {@code starts} of 64 bytes; returns the position
   * behind them.
   */
  static int write(byte[] src, int p, long starts, char[] dst, int dpos) {
    int d = dpos;
    for (long rest = starts; rest != 0; rest = without(rest, 16)) {
      d = writeSixteen(src, p, rest, dst, d);
    }
    return d;
  }

  private static int writeSixteen(byte[] src, int p, long starts, char[] dst, int d) {
    VectorMask<Byte> mask = VectorMask.fromLong(BYTES, starts);
    ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
    ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
    ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
    ByteVector b3 = ByteVector.fromArray(BYTES, src, p + 3);
    IntVector first = (IntVector) b0.compress(mask).convertShape(ZERO_EXTEND_B2I, INTS, 0);
    IntVector second = (IntVector) b1.compress(mask).convertShape(ZERO_EXTEND_B2I, INTS, 0);
    IntVector third = (IntVector) b2.compress(mask).convertShape(ZERO_EXTEND_B2I, INTS, 0);
    IntVector fourth = (IntVector) b3.compress(mask).convertShape(ZERO_EXTEND_B2I, INTS, 0);
    IntVector two = first.lanewise(LSHL, 6).add(second);
    IntVector three = two.lanewise(LSHL, 6).add(third);
    IntVector scalars = three.lanewise(LSHL, 6).add(fourth).sub(MARKS_OF_FOUR);
    IntVector low = scalars.and(LOW_TEN_BITS).or(FIRST_LOW_SURROGATE);
    IntVector high = scalars.lanewise(LSHR, 10).add(HIGH_SURROGATE_BASE);
    IntVector units =
        first
            .blend(two.sub(MARKS_OF_TWO), first.compare(GE, LEAD_OF_TWO))
            .blend(three.sub(MARKS_OF_THREE), first.compare(GE, LEAD_OF_THREE))
            .blend(high.or(low.lanewise(LSHL, 16)), first.compare(GE, LEAD_OF_FOUR));
    // Every lower half, U+0000 included, and the upper halves that hold a low surrogate.
    VectorMask<Short> used = units.or(LOWER_HALF).reinterpretAsShorts().compare(NE, EMPTY);
    int count = Long.bitCount(used.toLong() & first(2 * Long.bitCount(starts)));
    ShortVector chars = units.reinterpretAsShorts().compress(used);
    chars.intoCharArray(dst, d);
    return d + count;
  }
}
