/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

/**
 * Weighs how likely bytes are text in UTF-8, or in a legacy encoding that contains ASCII, in bits
 * more than random bytes. The weights are rounded frequencies: a lower-case letter is about one
 * byte in thirty, eight times as many as in random bytes.
 */
final class ByteWeight {
  private static final int RARE = -8;
  private static final int ILL_FORMED = -8;

  /** This many times CR or FF at each second byte is a row of Malayalam or Telugu. */
  private static final int ROW = 3;

  private int utf8;
  private int legacy;

  /** Whether no byte was ill-formed in UTF-8, or a control that text does not have. */
  private boolean isText = true;

  private boolean hasControl;

  /** Whether no byte was ill-formed in UTF-8, or NUL. */
  private boolean isUtf8 = true;

  private int count;

  /** The bytes that must follow in the open sequence, and the range of the next. */
  private int missing;

  private int least;
  private int most;
  private int lead;
  private int sequence;

  /** Where the last NUL stood. */
  private int lastNul = -1;

  /** Whether text in UTF-8, not half of a unit, stood before the first NUL. */
  private boolean endsRecords;

  /** The two bytes before. */
  private int before;

  private int beforeThat;

  /** Whether all but the first byte, and ends of lines, are capitals and digits. */
  private boolean isCommand = true;

  /** The number of second bytes in a row, up to the last one, that were CR or FF. */
  private int halves;

  /** Whether other characters than letters and digits stood between them. */
  private boolean hasSigns;

  /** Returns how much more likely these bytes are than random ones, in bits. */
  int weight() {
    return Math.max(utf8, legacy);
  }

  /** Whether they are text in UTF-8, or its beginning. */
  boolean isText() {
    return isText;
  }

  /** Whether there is a NUL, or another control that text does not have. */
  boolean hasControl() {
    return hasControl;
  }

  /** Whether they are UTF-8 without NUL, perhaps with other controls. */
  boolean isUtf8() {
    return isUtf8;
  }

  /**
   * Whether they are a line of text in UTF-8, so that a peer may wait for the answer. {@code N} LF
   * is also an ideograph of UTF-16BE, and {@code *} LF a letter of Gurmukhi in UTF-16LE, so one
   * character and LF are too few.
   */
  boolean endsLine() {
    return isText && before == '\n' && count > (beforeThat == '\r' ? 2 : 3);
  }

  /**
   * Whether they are longer than {@link #endsLine} demands, and capitals and digits only: commands
   * are, and two ideographs of UTF-16 hardly ever.
   */
  boolean isCommand() {
    return isCommand && count > 4;
  }

  /** Whether they are text in UTF-8 with characters beyond ASCII. */
  boolean isBeyondAscii() {
    return isText && lead != 0;
  }

  void add(byte signed) {
    int next = signed & 0xFF;
    isUtf8 &= next > 0;
    isCommand &= count == 0 || isCapitalOrDigit(next) || next == '\n';
    if (next == '\r' || next == '\f') {
      countHalves(next);
    }
    if (next < 0x80) {
      utf8 += missing > 0 ? illFormed() : 0;
      int weight = ascii(next);
      utf8 += weight;
      legacy += weight;
    } else {
      utf8 += beyondAscii(next);
      // The first byte in Shift_JIS is often that of the character before.
      legacy += next < 0xA1 && next == beforeThat ? 5 : next >= 0xA1 && next < 0xFF ? 2 : 0;
    }
    beforeThat = before;
    before = next;
    count++;
  }

  /**
   * A lone CR or FF ends a line of one letter, which some write in columns, but not also of signs.
   */
  private void countHalves(int next) {
    boolean goesOn = next == beforeThat && before != '\n';
    halves = goesOn ? halves + 1 : 1;
    boolean isLetter = isCapitalOrDigit(before) || before >= 'a' && before <= 'z';
    hasSigns = goesOn && (hasSigns || !isLetter);
    isText &= halves < ROW || !hasSigns;
  }

  private static boolean isCapitalOrDigit(int next) {
    return next >= 'A' && next <= 'Z' || next >= '0' && next <= '9';
  }

  private int ascii(int next) {
    if (next >= 'a' && next <= 'z' || next == ' ') {
      return 3;
    }
    if (next == '\n' && before == '\r') {
      return 7;
    }
    if (isCapitalOrDigit(next) || isBlank(next)) {
      return 2;
    }
    if (next >= ' ' && next < 0x7F) {
      return 1;
    }
    if (next == '\f' || next == 0x1B) {
      return -1;
    }
    int weight = next == 0 ? nul() : RARE;
    isText = false;
    hasControl = true;
    return weight;
  }

  private static boolean isBlank(int next) {
    return next == '\t' || next == '\n' || next == '\r';
  }

  /**
   * Records end with NUL and fields are filled up with it, but no text has one in every second
   * byte.
   */
  private int nul() {
    int distance = count - lastNul;
    boolean isFirst = lastNul < 0;
    lastNul = count;
    if (isFirst) {
      endsRecords = isText && count >= 2;
      return RARE;
    }
    int other = endsRecords ? 2 : distance == 2 ? RARE : 0;
    return distance == 1 ? -2 : other;
  }

  private int illFormed() {
    missing = 0;
    isText = false;
    isUtf8 = false;
    return ILL_FORMED;
  }

  private int beyondAscii(int next) {
    if (missing > 0 && next >= least && next <= most) {
      least = 0x80;
      most = 0xBF;
      return --missing > 0 ? 0 : complete();
    }
    int open = missing > 0 ? illFormed() : 0;
    if (next < 0xC0 && count < 3 && isText) {
      // The stream may begin in the middle of a character.
      isUtf8 = false;
      return -2;
    }
    if (next < 0xC2 || next > 0xF4) {
      return open + illFormed();
    }
    missing = next < 0xE0 ? 1 : next < 0xF0 ? 2 : 3;
    least = next == 0xE0 ? 0xA0 : next == 0xF0 ? 0x90 : 0x80;
    most = next == 0xED ? 0x9F : next == 0xF4 ? 0x8F : 0xBF;
    sequence = next;
    return open;
  }

  /** The weight of a whole sequence: the letters of a script have one or two first bytes. */
  private int complete() {
    boolean isNear = lead == 0 || Math.abs(sequence - lead) <= 1;
    lead = sequence;
    if (sequence < 0xE0) {
      return isNear ? 8 : 4;
    }
    return sequence < 0xF0 ? 9 : 14;
  }
}
