package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * UTF-8 of one to three bytes to UTF-16, in the way of {@link Utf8ShuffleTwo}. The same indexes,
 * taken from the bytes one place behind, gather the second and the third byte.
 *
 * <p>Bounds: as there; the last eight bytes are loaded with the nine behind them.
 *
 * <p>Checked: at every width by KernelFuzzTest and KernelLawsTest, against the steps of the form.
 */
final class Utf8ShuffleThree {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> SIXTEEN = ByteVector.SPECIES_128;
  private static final int LANES = BYTES.length();
  private static final long ALL = -1L >>> -LANES;

  private static final ByteVector X00 = bytes(0x00);
  private static final ByteVector XA0 = bytes(0xA0);
  private static final ByteVector XC0 = bytes(0xC0);
  private static final ByteVector XC2 = bytes(0xC2);
  private static final ByteVector XE0 = bytes(0xE0);
  private static final ByteVector XED = bytes(0xED);
  private static final ByteVector XF0 = bytes(0xF0);

  private static final ShortVector FIRST_BYTE = shorts(0xFF);
  private static final ShortVector LEAD_OF_TWO = shorts(0x80);
  private static final ShortVector LEAD_OF_THREE = shorts(0xE0);

  /** The marks of the bytes, shifted like them: C0 and 80; E0, 80 and 80. */
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
    long owed = 0;
    while (p <= end - Utf8ShuffleKernel.WINDOW && d <= dend - LANES) {
      ByteVector b0 = ByteVector.fromArray(BYTES, src, p);
      ByteVector b1 = ByteVector.fromArray(BYTES, src, p + 1);
      ByteVector b2 = ByteVector.fromArray(BYTES, src, p + 2);
      long nonAscii = b0.compare(LT, X00).toLong();
      long trailing = b0.compare(LT, XC2).toLong();
      long lead = nonAscii & ~trailing;
      long three = b0.compare(GE, XE0).toLong() & nonAscii;
      long belowA0 = b1.compare(LT, XA0).toLong();
      long errors =
          lead & ~b1.compare(LT, XC0).toLong()
              | three & ~b2.compare(LT, XC0).toLong()
              | trailing ^ (lead << 1 | three << 2 | owed) & ALL
              | b0.compare(EQ, XE0).toLong() & belowA0
              | b0.compare(EQ, XED).toLong() & ~belowA0
              | b0.compare(GE, XF0).toLong() & nonAscii;
      if (errors != 0 || nonAscii == 0) {
        break;
      }
      owed = lead >>> LANES - 1 | three >>> LANES - 2;
      long starts = ~trailing & ALL;
      for (int i = 0; i < LANES; i += 8) {
        d = write(src, p + i, (int) (starts >>> i) & 0xFF, dst, d);
      }
      p += LANES;
    }
    return Kernel.progress(p + Long.bitCount(owed), d);
  }

  /** Writes the characters that begin at {@code starts} of 8 bytes; returns the position behind. */
  private static int write(byte[] src, int p, int starts, char[] dst, int d) {
    ByteVector indexes = ByteVector.fromArray(SIXTEEN, Shuffles.PAIRS, Shuffles.ENTRY * starts);
    ByteVector gathered = indexes.selectFrom(ByteVector.fromArray(SIXTEEN, src, p));
    ByteVector gatheredBehind = indexes.selectFrom(ByteVector.fromArray(SIXTEEN, src, p + 1));
    ShortVector bytes = gathered.reinterpretAsShorts();
    ShortVector first = bytes.and(FIRST_BYTE);
    ShortVector third = gatheredBehind.reinterpretAsShorts().lanewise(LSHR, 8);
    ShortVector two = first.lanewise(LSHL, 6).add(bytes.lanewise(LSHR, 8));
    ShortVector three = two.lanewise(LSHL, 6).add(third);
    first
        .blend(two.sub(MARKS_OF_TWO), first.compare(GE, LEAD_OF_TWO))
        .blend(three.sub(MARKS_OF_THREE), first.compare(GE, LEAD_OF_THREE))
        .intoCharArray(dst, d);
    return d + Integer.bitCount(starts);
  }
}
