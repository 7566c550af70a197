package io.utflow.codec.kernel;

/** UTF-16 code units in a {@code char[]}: which of them stand for characters. */
final class SurrogatePairs {
  private SurrogatePairs() {}

  /** How many units from {@code pos} on hold no surrogate without its partner. */
  static int pairedPrefix(char[] units, int pos, int end) {
    int p = pos;
    while (p < end) {
      int length = length(units, p, end);
      if (length == 0) {
        break;
      }
      p += length;
    }
    return p - pos;
  }

  /** The number of units of the character at {@code p}, or 0 if it is none. */
  static int length(char[] units, int p, int end) {
    if (!Character.isSurrogate(units[p])) {
      return 1;
    }
    return p + 1 < end && Character.isSurrogatePair(units[p], units[p + 1]) ? 2 : 0;
  }
}
