/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.TextEncoding;

/**
 * Weighs how likely bytes are text in UTF-16 or UTF-32 in one byte order, in bits more than random
 * bytes. Text stays in a row of 256 characters, those of its script, or among the characters of
 * East Asia; blanks, digits and punctuation belong to all scripts. The weights are rounded
 * frequencies of characters in text, and the rows are those of the Unicode code charts.
 */
final class UnitWeight {
  private static final int NOT_TEXT = -12;

  /** A zero half of a unit of UTF-32. */
  private static final int ZERO_HALF = 16;

  /** Fewer bytes than a unit are no text. */
  private static final int NO_UNIT = -1000;

  private static final int NO_ROW = -1;

  /** In the place of a row: ideographs, kana, Hangul. */
  private static final int HAN = 0x100;

  private static final int KANA = 0x101;
  private static final int HANGUL = 0x102;

  /** A unit of UTF-32 that is no character; of four other bytes, hardly any is one. */
  private static final int NO_CHARACTER = -48;

  /** After so many equal units more of them tell nothing. */
  private static final int MOST_EQUAL = 8;

  private final TextEncoding encoding;
  private final int width;
  private final boolean isBigEndian;
  private int weight;

  /** The unit that is not whole, and how many bytes of it there are. */
  private int open;

  private int openBytes;

  private boolean isFirst = true;

  /** The high surrogate before, or 0. */
  private int high;

  /** Where the last letter stood. */
  private int row = NO_ROW;

  /** The unit before, and how many before it are equal to it. */
  private int before = -1;

  private int equal;

  /** The number of ideographs with a second half that is neither ASCII nor NUL. */
  private int ideographs;

  /** Whether all units so far are also two letters or digits of ASCII each. */
  private boolean arePairs = true;

  /** The row of all units so far, whatever it is, without {@link #isMark marks}. */
  private int only = NO_ROW;

  private boolean isOneAlphabet = true;

  /** Whether there was a unit that is no accident of an encoding of East Asia. */
  private boolean shows;

  UnitWeight(TextEncoding encoding, int width, boolean isBigEndian) {
    this.encoding = encoding;
    this.width = width;
    this.isBigEndian = isBigEndian;
  }

  TextEncoding encoding() {
    return encoding;
  }

  /** The bytes of a unit. */
  int width() {
    return width;
  }

  /** Returns how much more likely these bytes are than random ones, in bits. */
  int weight() {
    return isFirst ? NO_UNIT : weight;
  }

  /**
   * Whether more than ideographs and Hangul shows this reading, as which two bytes of a legacy
   * encoding often appear.
   */
  boolean shows() {
    return shows;
  }

  /**
   * Whether all units are letters of one alphabet, kana, or symbols of one row, with dashes and
   * quotation marks between them. Where their bytes are ASCII with controls, each second byte is
   * the same, which messages in ASCII do not have.
   */
  boolean isOneAlphabet() {
    return isOneAlphabet;
  }

  void add(byte next) {
    int shift = 8 * (isBigEndian ? width - 1 - openBytes : openBytes);
    open |= (next & 0xFF) << shift;
    openBytes++;
    if (openBytes == width) {
      weight += width == 2 ? ofUtf16(open) : ofUtf32(open);
      open = 0;
      openBytes = 0;
      isFirst = false;
    }
  }

  private int ofUtf32(int unit) {
    if (unit < 0 || unit > Character.MAX_CODE_POINT || isSurrogate(unit)) {
      return NO_CHARACTER;
    }
    if (unit == 0) {
      return NOT_TEXT; // Rows of zeros are no text in any width.
    }
    if (unit >= 0x10000) {
      return ofHigherPlane(unit);
    }
    // Fields of ASCII are filled with NUL.
    return (isPair(unit) ? 0 : ZERO_HALF) + ofPlane0(unit);
  }

  private int ofUtf16(int unit) {
    int first = high;
    high = 0;
    boolean isLow = isSurrogate(unit) && unit >= Character.MIN_LOW_SURROGATE;
    if (isLow && first != 0) {
      return ofHigherPlane(Character.toCodePoint((char) first, (char) unit));
    }
    int unpaired = first != 0 ? NOT_TEXT : 0;
    if (isLow) {
      // The stream may begin in the middle of a pair.
      return unpaired + (isFirst ? -2 : NOT_TEXT);
    }
    if (isSurrogate(unit)) {
      high = unit;
      return unpaired;
    }
    return unpaired + ofPlane0(unit);
  }

  private static boolean isSurrogate(int unit) {
    return unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE;
  }

  /** Pictures are frequent; of the scripts and ideographs there, each is rare. */
  private int ofHigherPlane(int character) {
    if (character >= 0x1F000 && character < 0x1FB00) {
      shows = true;
      return 16;
    }
    boolean isUsed = character < 0x32400 || character >= 0xE0000 && character < 0xE01F0;
    return isUsed ? at(character >> 8, 6, 18) : 2 * NOT_TEXT;
  }

  /** An ideograph whose halves are two letters or digits of ASCII. */
  private static boolean isPair(int unit) {
    return unit >= 0x3100 && isOfWord(unit >> 8) && isOfWord(unit & 0xFF);
  }

  private static boolean isOfWord(int half) {
    return half >= '0' && half <= '9' || isAsciiLetter(half);
  }

  private int ofPlane0(int unit) {
    equal = unit == before ? equal + 1 : 0;
    before = unit;
    if (!isMark(unit)) {
      int of = unit >> 8 == 0x13 ? 0x12 : unit >> 8; // Ethiopic has two rows.
      isOneAlphabet &= (of == only || only == NO_ROW) && isText(unit);
      only = of;
    }
    int weight = ofUnit(unit);
    return equal == 0 ? weight : Math.min(weight, ofRepeated(unit));
  }

  /**
   * The most that a unit weighs which is equal to the one before. Numbers are filled up with 0 and
   * lines are drawn with one symbol, but a letter hardly comes three times.
   */
  private int ofRepeated(int unit) {
    if (equal > MOST_EQUAL) {
      return 0;
    }
    boolean isLetter = unit >= 0x250 && unit < 0x2000;
    boolean isSymbol = unit >= 0x2070 && unit < 0x3000;
    return isLetter ? 1 : isSymbol ? 4 : 2;
  }

  private int ofUnit(int unit) {
    boolean ends = arePairs && !isFirst && unit < 0x100;
    arePairs &= isPair(unit);
    if (ends) {
      row = 0;
      return NOT_TEXT; // The first record in ASCII ends here.
    }
    if (unit < 0x250) {
      return ofLatin(unit);
    }
    if (unit < 0x2000) {
      return ofAlphabet(unit);
    }
    if (unit < 0x3000) {
      return ofSymbol(unit);
    }
    return unit < 0xE000 ? ofEastAsia(unit) : ofCompatibility(unit);
  }

  private int ofLatin(int unit) {
    shows |= unit >= ' ' && unit < 0x7F || unit == '\n' || unit == '\r' || unit == '\t';
    if (unit < 0x20) {
      return unit == '\n' || unit == '\r' || unit == '\t' ? 7 : unit == '\f' ? 0 : NOT_TEXT;
    }
    if (unit >= 0x7F && unit < 0xA0) {
      return NOT_TEXT;
    }
    if (unit < 0x7F && !isAsciiLetter(unit)) {
      return 7;
    }
    // A letter beyond ASCII beside another script is an accident.
    int entered = unit < 0x7F ? 4 : row == NO_ROW ? 2 : -3;
    return row == NO_ROW && unit < 0x7F ? at(0, 7, 9) : at(0, entered, unit < 0x7F ? 9 : 7);
  }

  private static boolean isAsciiLetter(int unit) {
    int lower = unit | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  /**
   * Armenian to Thai, and Hangul, Georgian and Ethiopic, have a row each; the letters 1E.. are
   * Latin.
   */
  private int ofAlphabet(int unit) {
    int of = unit >> 8;
    if (of == 0x1E) {
      return at(0, -3, 8);
    }
    if (of == 3 && unit < 0x370) {
      return row == 0 ? 6 : 0; // Combining marks.
    }
    boolean isFrequent = of >= 3 && of <= 6 || of >= 9 && of <= 0x0E || of == 0x10;
    isFrequent &= unit < 0x500 || unit >= 0x530; // Cyrillic of small languages.
    return at(of, isFrequent ? 1 : -4, 9);
  }

  /** Not where the row is a control that separates fields, or a blank; digits are no kana. */
  private static boolean isText(int unit) {
    return unit < 0x1C00 || unit >= 0x2100 && unit < 0x3004 || unit >= 0x3041 && unit < 0x3100;
  }

  /** Dashes, quotation marks, bullets, joiners. */
  private static boolean isMark(int unit) {
    return unit >= 0x200B && unit <= 0x2027;
  }

  private int ofSymbol(int unit) {
    if (isMark(unit)) {
      return 5;
    }
    if (unit < 0x2070) {
      return unit >= 0x2030 && unit <= 0x203D ? 2 : -4;
    }
    boolean isFrequent = unit == 0x20AC || unit == 0x2116 || unit == 0x2122;
    return isFrequent ? 5 : at(unit >> 8, -4, 7);
  }

  private int ofEastAsia(int unit) {
    if (unit < 0x3040) {
      return ofPunctuation(unit);
    }
    if (unit < 0x3100) {
      return at(KANA, row == HAN ? 8 : 4, 9);
    }
    if (unit < 0x4E00) {
      return unit < 0x3190 ? at(0x31, -4, 6) : unit < 0x3400 ? -5 : -8;
    }
    if (unit < 0xA000) {
      return ofIdeograph(unit);
    }
    if (unit < 0xAC00) {
      return at(unit >> 8, -8, 6);
    }
    return unit < 0xD7B0 ? at(HANGUL, row == NO_ROW ? 1 : -4, 4) : at(0xD7, -4, 7);
  }

  private int ofPunctuation(int unit) {
    if (unit == 0x3000) {
      return 3; // A blank, and the digit 0 in the other order.
    }
    boolean isBracket = unit >= 0x3008 && unit <= 0x3011;
    if (isBracket && unit % 2 == 1 && isFirst) {
      return 2; // Text does not begin with a closing bracket.
    }
    return isBracket || unit <= 0x3002 ? 8 : -4;
  }

  /**
   * Those from 8000 on are also kanji in Shift_JIS and capitals in IBM866, and those with a half in
   * ASCII are also text in UTF-8; two others are neither.
   */
  private int ofIdeograph(int unit) {
    int entered = row == NO_ROW ? 1 : row == KANA ? 3 : row == HANGUL ? -2 : -3;
    int frequent = unit == 0x4E00 ? 6 : unit < 0x4F00 ? 1 : 0;
    int half = unit & 0xFF;
    // Bytes of ASCII and NUL are two of them, too.
    ideographs += half == 0 || half >= ' ' && half < 0x7F ? 0 : 1;
    int several = ideographs > 1 && half != 0 && unit < 0x8000 ? 3 : 0;
    return at(HAN, entered, 3) + frequent + several;
  }

  private int ofCompatibility(int unit) {
    if (unit < 0xF900 || unit >= 0xFDD0 && unit < 0xFDF0 || unit >= 0xFFF0) {
      return unit == 0xFFFD ? 0 : NOT_TEXT;
    }
    if (unit >= 0xFE00 && unit < 0xFE10 || unit >= 0xFF01 && unit <= 0xFF5E) {
      return 6; // Variation selectors; fullwidth ASCII.
    }
    if (unit == 0xFEFF) {
      shows |= isFirst;
      return isFirst ? 16 : -4; // A byte order mark.
    }
    return at(unit >> 8, -6, 6);
  }

  /** A letter of this row: it is entered, or the text stays there. */
  private int at(int of, int entered, int stays) {
    boolean isSame = row == of;
    row = of;
    // In columns of one letter a tab or an end of line stands at each second byte.
    boolean isBlank = of == '\t' || of == '\n' || of == '\r';
    shows |= isSame && (of < 0x20 && !isBlank || of == KANA || of > HANGUL);
    return isSame ? stays : entered;
  }
}
