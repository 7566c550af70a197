/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import java.util.Locale;

/**
 * A code point and what the Unicode Character Database of this JVM says of it.
 *
 * @param point such as {@code U+00E9}
 * @param name of the character, or the name that the JVM makes of its block and number
 * @param category the general category, such as {@code Ll}
 * @param script such as {@code Latin}
 * @param bidi the bidirectional class, such as {@code L} or {@code AL}
 */
record CharacterFacts(String point, String name, String category, String script, String bidi) {
  /** By the number that {@link Character#getType(int)} answers. */
  private static final String[] CATEGORIES =
      ("Cn Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf -- Co Cs Pd Ps Pe Pc Po Sm Sc Sk"
              + " So Pi Pf")
          .split(" ");

  /** By the number that {@link Character#getDirectionality(int)} answers. */
  private static final String[] BIDI_CLASSES =
      "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI".split(" ");

  static CharacterFacts of(int codePoint) {
    String name = Character.getName(codePoint);
    byte bidi = Character.getDirectionality(codePoint);
    return new CharacterFacts(
        String.format(Locale.ROOT, "U+%04X", codePoint),
        name == null ? "unassigned" : name,
        CATEGORIES[Character.getType(codePoint)],
        titleCase(Character.UnicodeScript.of(codePoint).name()),
        bidi < 0 ? "none" : BIDI_CLASSES[bidi]);
  }

  /** {@code OLD_ITALIC} as {@code Old Italic}. */
  private static String titleCase(String constant) {
    StringBuilder words = new StringBuilder();
    for (String word : constant.split("_")) {
      words.append(words.isEmpty() ? "" : " ").append(word.charAt(0));
      words.append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return words.toString();
  }
}
