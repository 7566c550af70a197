package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.ControlSearch;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A vector at a time; {@code small} searches the end that is shorter. Vectors compare as signed
 * numbers. So LF is subtracted from chars and the sign turned: those from LF to CR become the four
 * lowest. Of bytes those up to CR are, as signed numbers, also what is not ASCII; with the sign
 * turned that is high, and what is below LF can be told and left out.
 *
 * <p>Bounds: a vector is loaded where all of it is left before {@code to}.
 *
 * <p>Checked at every width by ControlSearchTest.
 */
final class VectorControlSearch implements ControlSearch {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;

  private static final short LF_TO_LOWEST = (short) (Short.MIN_VALUE - '\n');
  private static final short BEHIND_CR = (short) (Short.MIN_VALUE + '\r' - '\n' + 1);
  private static final byte TURN = Byte.MIN_VALUE;

  private final ControlSearch small;

  VectorControlSearch(ControlSearch small) {
    this.small = small;
  }

  @Override
  public int find(char[] units, int from, int to) {
    int i = from;
    for (int last = to - SHORTS.length(); i <= last; i += SHORTS.length()) {
      ShortVector turned = ShortVector.fromCharArray(SHORTS, units, i).add(LF_TO_LOWEST);
      long found = turned.compare(LT, BEHIND_CR).toLong();
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found);
      }
    }
    return small.find(units, i, to);
  }

  @Override
  public int findOrNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (int last = to - BYTES.length(); i <= last; i += BYTES.length()) {
      ByteVector block = ByteVector.fromArray(BYTES, bytes, i);
      long upToCrOrNonAscii = block.compare(LT, (byte) ('\r' + 1)).toLong();
      long belowLf = block.add(TURN).compare(LT, (byte) (TURN + '\n')).toLong();
      long found = upToCrOrNonAscii & ~belowLf;
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found);
      }
    }
    return small.findOrNonAscii(bytes, i, to);
  }
}
