/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Gathers the names that may have been meant by a given one, whose length a peer chooses. Names
 * that differ in a digit, or after the first digit, mean different encodings, such as ISO-8859-14
 * and ISO-8859-1, UTF-16 and UTF-16LE, KOI8-R and KOI8-T: no such name is proposed.
 */
public final class NearNames {
  /** Longer names are neither quoted whole nor compared. */
  public static final int LONGEST = 40;

  /** Letters to put in, leave out or change in a word that may still be meant. */
  private static final int MOST_ERRORS = 2;

  /** Shorter words are near to many others: in these one letter may be wrong, or two exchanged. */
  private static final int LONG_WORD = 7;

  /** A shorter word is near to all others that are as short. */
  private static final int SHORTEST_WORD = 3;

  /** More are no help to who mistyped one. */
  private static final int MOST_PROPOSED = 5;

  private final String given;
  private final String word;
  private final String number;
  private final Set<String> nearest = new LinkedHashSet<>();
  private int best = MOST_ERRORS;

  public NearNames(String given) {
    this.given = given.length() > LONGEST ? "" : squeezed(given);
    int digit = firstDigit(this.given);
    this.word = this.given.substring(0, digit);
    this.number = this.given.substring(digit);
  }

  /** The letters and digits of the given name; none if it is too long. */
  public String given() {
    return given;
  }

  /** The names that are proposed for the given one. */
  public List<String> nearest() {
    return List.copyOf(nearest);
  }

  /** Proposes something for a name that is at least as near as those before it. */
  public void add(String name, String proposed, BooleanSupplier isMeant) {
    int distance = given.isEmpty() ? MOST_ERRORS + 1 : distance(squeezed(name));
    if (distance > best || !isMeant.getAsBoolean()) {
      return;
    }
    if (distance < best) {
      best = distance;
      nearest.clear();
    }
    if (nearest.size() < MOST_PROPOSED) {
      nearest.add(proposed);
    }
  }

  private int distance(String name) {
    if (name.equals(given)) {
      return 0;
    }
    int digit = firstDigit(name);
    int shorter = Math.min(digit, word.length());
    if (shorter < SHORTEST_WORD || !name.substring(digit).equals(number)) {
      return MOST_ERRORS + 1;
    }
    int errors = errors(name.substring(0, digit));
    return errors > 1 && shorter < LONG_WORD ? MOST_ERRORS + 1 : errors;
  }

  private static int firstDigit(String squeezed) {
    int i = 0;
    while (i < squeezed.length() && squeezed.charAt(i) > '9') {
      i++;
    }
    return i;
  }

  /**
   * The edit distance to the given word, where two neighbours that are exchanged are one error;
   * unless the lengths alone tell that it is too much.
   */
  private int errors(String other) {
    if (Math.abs(word.length() - other.length()) > MOST_ERRORS) {
      return MOST_ERRORS + 1;
    }
    int[][] errors = new int[word.length() + 1][other.length() + 1];
    for (int i = 0; i <= word.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        errors[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : fewest(errors, i, j, other);
      }
    }
    return errors[word.length()][other.length()];
  }

  private int fewest(int[][] errors, int i, int j, String other) {
    int changed = errors[i - 1][j - 1] + (word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
    int fewest = Math.min(changed, 1 + Math.min(errors[i - 1][j], errors[i][j - 1]));
    boolean exchanged =
        i > 1
            && j > 1
            && word.charAt(i - 1) == other.charAt(j - 2)
            && word.charAt(i - 2) == other.charAt(j - 1);
    return exchanged ? Math.min(fewest, 1 + errors[i - 2][j - 2]) : fewest;
  }

  /** The ASCII letters, in lower case, and digits of a name. */
  public static String squeezed(String name) {
    StringBuilder squeezed = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      char lower = c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
      if (lower >= 'a' && lower <= 'z' || c >= '0' && c <= '9') {
        squeezed.append(lower);
      }
    }
    return squeezed.toString();
  }
}
