/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.cli.Printable;
import io.utflow.codec.IllFormedSequence;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Prints bytes of a file as a grid with a sign below each byte, then a list of cuts and errors. */
final class InspectedBytes {
  private static final int COLUMNS = 16;

  /** More cuts or ill-formed sequences are counted, and not listed. */
  private static final int LISTED = 100;

  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private final byte[] bytes;
  private final long start;
  private final int cuts;
  private final SequenceMap map;

  /**
   * The bytes to print.
   *
   * @param cuts the distance of cuts, from the start of the file; 0 for none
   */
  InspectedBytes(FilePart part, int cuts) {
    this.bytes = part.bytes();
    this.start = part.begin();
    this.map = part.map();
    this.cuts = cuts;
  }

  private boolean isCutBefore(int index) {
    return cuts > 0 && start + index > 0 && (start + index) % cuts == 0;
  }

  /**
   * Prints rows of bytes in hexadecimal, a bar where a cut is, and below each first byte its
   * character.
   *
   * @param marked the offset of a byte to point at, or -1
   */
  void printGrid(PrintWriter out, long marked) {
    for (int row = 0; row < bytes.length; row += COLUMNS) {
      StringBuilder hex = new StringBuilder();
      StringBuilder below = new StringBuilder();
      for (int i = row; i < Math.min(row + COLUMNS, bytes.length); i++) {
        hex.append(isCutBefore(i) ? '|' : start + i == marked ? '>' : ' ');
        hex.append(HexFormat.of().withUpperCase().toHexDigits(bytes[i]));
        String what = below(i);
        below.append(isCutBefore(i) ? '|' : ' ').append(what).append(" ".repeat(2 - width(what)));
      }
      out.printf("%n%14d %s%n%14s %s%n", start + row, hex, "", below.toString().stripTrailing());
    }
  }

  /** At most two columns: a character, or a sign for bytes without a character of their own. */
  private String below(int index) {
    int begin = map.startOf(index);
    Role role = map.roleAt(index);
    if (role == Role.ILL_FORMED) {
      return "><";
    }
    if (begin != index) {
      return "..";
    }
    return role == Role.BYTE_ORDER_MARK ? "BO" : sign(map.textOf(begin, map.endOf(begin)));
  }

  /** One character that neither moves the cursor, nor turns the line, nor joins the one before. */
  private static String sign(String text) {
    if (text.isEmpty()) {
      return "--";
    }
    int point = text.codePointAt(0);
    int type = Character.getType(point);
    boolean hasForm =
        type != Character.FORMAT
            && type != Character.SURROGATE
            && type != Character.PRIVATE_USE
            && type != Character.UNASSIGNED
            && type != Character.NON_SPACING_MARK
            && type != Character.ENCLOSING_MARK
            && type != Character.COMBINING_SPACING_MARK;
    byte direction = Character.getDirectionality(point);
    boolean turns =
        direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
            || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC
            || direction == Character.DIRECTIONALITY_ARABIC_NUMBER;
    return hasForm && !turns
        ? Printable.of(Character.toString(point)).replace('\t', '\u2409')
        : "?";
  }

  /** Its width in columns of a terminal. */
  private static int width(String sign) {
    if (sign.length() == 2 && !Character.isSurrogate(sign.charAt(0))) {
      return 2;
    }
    Character.UnicodeScript script = Character.UnicodeScript.of(sign.codePointAt(0));
    boolean wide =
        switch (script) {
          case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> true;
          default -> sign.codePointAt(0) >= 0x1F300;
        };
    return wide ? 2 : 1;
  }

  /** Prints the cuts that are inside a character, and what each side has of it. */
  void printCuts(PrintWriter out) {
    int inside = 0;
    for (int i = 1; i < bytes.length; i++) {
      int begin = map.startOf(i);
      if (!isCutBefore(i) || begin == i || map.roleAt(i) == Role.ILL_FORMED) {
        continue;
      }
      if (inside++ == 0) {
        out.printf("%nCuts inside characters:%n");
      }
      if (inside <= LISTED) {
        String text = map.textOf(begin, map.endOf(begin));
        out.printf(
            "%14d  %s | %s  %s%n",
            start + i,
            HEX.formatHex(bytes, begin, i),
            HEX.formatHex(bytes, i, map.endOf(begin)),
            text.isEmpty()
                ? map.roleAt(i).name().toLowerCase(Locale.ROOT).replace('_', ' ')
                : facts(text.codePointAt(0)));
      }
    }
    printMore(out, inside);
  }

  private static String facts(int point) {
    CharacterFacts facts = CharacterFacts.of(point);
    return facts.point() + " " + facts.name();
  }

  /**
   * Prints the ill-formed sequences with the clause of the standard.
   *
   * @return how many there are
   */
  int printIllFormed(PrintWriter out) {
    List<IllFormedSequence> found = map.illFormed();
    if (!found.isEmpty()) {
      out.printf("%nIll-formed:%n");
    }
    for (IllFormedSequence each : found.subList(0, Math.min(LISTED, found.size()))) {
      FoundIllFormed described = FoundIllFormed.of(each, IllFormedChoice.REPLACE);
      out.printf(
          "%14d  %s  %s%s. %s.%n",
          described.offset(),
          described.bytes(),
          described.cause(),
          described.atEnd() ? ", at the end of the file" : "",
          described.clause());
    }
    printMore(out, map.illFormedCount());
    return map.illFormedCount();
  }

  private static void printMore(PrintWriter out, int count) {
    if (count > LISTED) {
      out.printf("%14s  and %,d more%n", "", count - LISTED);
    }
  }
}
