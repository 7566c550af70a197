package io.utflow.codec.kernel.vector;

import static jdk.incubator.vector.VectorOperators.LT;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.WordControlSearch;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A vector at a time, and the end that is shorter without. Vectors compare as signed numbers, so
 * that of the chars is turned to begin with LF: those from LF to CR are then the four lowest.
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
  private static final byte TURNED = Byte.MIN_VALUE;

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
    return WordControlSearch.INSTANCE.find(units, i, to);
  }

  @Override
  public int findOrNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (int last = to - BYTES.length(); i <= last; i += BYTES.length()) {
      ByteVector block = ByteVector.fromArray(BYTES, bytes, i);
      // What is not ASCII is negative, so it is among the first but not among the second.
      long upToCr = block.compare(LT, (byte) ('\r' + 1)).toLong();
      long belowLf = block.add(TURNED).compare(LT, (byte) (TURNED + '\n')).toLong();
      long found = upToCr & ~belowLf;
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found);
      }
    }
    return WordControlSearch.INSTANCE.findOrNonAscii(bytes, i, to);
  }
}
