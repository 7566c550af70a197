package io.utflow.codec.kernel;

/**
 * Eight bytes at a time. With the high bits off no sum carries into the next byte: {@code low +
 * 0x76} has the high bit from 0A on, {@code low + 0x72} from 0E on. Chars are looked at one by one:
 * no array of them can be read by words.
 *
 * <p>Bounds: a word is read where eight bytes are left before {@code to}.
 *
 * <p>Checked by {@code ControlSearchTest} at every start, end and place.
 */
final class WordControlSearch implements ControlSearch {
  static final ControlSearch INSTANCE = new WordControlSearch();

  private static final long EACH = 0x0101010101010101L;

  private WordControlSearch() {}

  @Override
  public int find(char[] units, int from, int to) {
    int i = from;
    while (i < to && (char) (units[i] - '\n') > '\r' - '\n') {
      i++;
    }
    return i;
  }

  @Override
  public int findOrNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      long low = word & ~Words.HIGH_BITS;
      long hit = (low + 0x76 * EACH & ~(low + 0x72 * EACH) | word) & Words.HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < to && (bytes[i] > '\r' || bytes[i] >= 0 && bytes[i] < '\n')) {
      i++;
    }
    return i;
  }
}
