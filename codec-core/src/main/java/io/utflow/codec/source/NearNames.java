/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Gathers the names that may have been meant by a given one, whose length a peer chooses. */
public final class NearNames {
  /** Longer names are neither quoted whole nor compared. */
  public static final int LONGEST = 40;

  /** Letters to put in, leave out or change in a name that may still be meant. */
  private static final int MOST_ERRORS = 2;

  /** A shorter name is part of many words, and near to others. */
  private static final int FEWEST_LETTERS = 4;

  /** More are no help to who mistyped one. */
  private static final int MOST_PROPOSED = 5;

  private final String given;
  private final Set<String> nearest = new LinkedHashSet<>();
  private int best = MOST_ERRORS;

  public NearNames(String given) {
    this.given = given.length() > LONGEST ? "" : squeezed(given);
  }

  /** The letters and digits of the given name; none if it is too long. */
  public String given() {
    return given;
  }

  /** What is proposed for the longest names within the given one, else for those nearest to it. */
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
    if (name.length() < FEWEST_LETTERS) {
      return name.equals(given) ? 0 : MOST_ERRORS + 1;
    }
    return given.contains(name) ? -name.length() : errors(name);
  }

  /** The edit distance, unless the lengths alone tell that it is too much. */
  private int errors(String name) {
    if (Math.abs(given.length() - name.length()) > MOST_ERRORS) {
      return MOST_ERRORS + 1;
    }
    int[] row = new int[name.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 0; i < given.length(); i++) {
      int diagonal = row[0];
      row[0] = i + 1;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (given.charAt(i) == name.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[name.length()];
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
