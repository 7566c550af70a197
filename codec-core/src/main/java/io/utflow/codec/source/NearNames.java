/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Gathers the names that may have been meant by a given one. What a name costs is bounded: a given
 * one that is long has none near to it, and one that is much longer or shorter is not compared.
 */
public final class NearNames {
  /** Longer names are neither quoted whole nor compared. */
  public static final int LONGEST = 40;

  /** Typing errors in a name that may still be meant. */
  public static final int MOST_ERRORS = 2;

  /** A shorter name is part of many words, and near to others. */
  public static final int FEWEST_LETTERS = 4;

  /** More are no help to who mistyped one. */
  public static final int MOST_PROPOSED = 5;

  /**
   * A name to compare with.
   *
   * @param squeezed its letters and digits
   * @param proposed what is proposed for it
   */
  public record Candidate(String squeezed, String proposed) {
    /** A name that is proposed as something. */
    public static Candidate of(String name, String proposed) {
      return new Candidate(NearNames.squeezed(name), proposed);
    }
  }

  private final String given;
  private final List<String> nearest = new ArrayList<>();
  private int best = MOST_ERRORS;

  /** For a name of at most {@link #LONGEST} chars. */
  public NearNames(String given) {
    this.given = squeezed(given);
  }

  /** The letters and digits of the given name. */
  public String given() {
    return given;
  }

  /** Those with the longest name within the given one; if none has one, those nearest to it. */
  public List<String> nearest() {
    return nearest;
  }

  /** Takes a name, if it is at least as near as those before it and {@code isMeant} admits it. */
  public void add(Candidate candidate, Predicate<String> isMeant) {
    int distance = distance(candidate.squeezed());
    if (distance > best || !isMeant.test(candidate.proposed())) {
      return;
    }
    if (distance < best) {
      best = distance;
      nearest.clear();
    }
    if (nearest.size() < MOST_PROPOSED && !nearest.contains(candidate.proposed())) {
      nearest.add(candidate.proposed());
    }
  }

  /** Negative if the given one contains the name; too much if it has little in common with it. */
  private int distance(String name) {
    if (name.length() >= FEWEST_LETTERS && given.contains(name)) {
      return -name.length();
    }
    int distance = distance(given, name);
    return name.length() < FEWEST_LETTERS && distance > 0 ? MOST_ERRORS + 1 : distance;
  }

  /** The ASCII letters, in lower case, and digits of a name. */
  public static String squeezed(String name) {
    StringBuilder squeezed = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        squeezed.append((char) (c + ('a' - 'A')));
      } else if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
        squeezed.append(c);
      }
    }
    return squeezed.toString();
  }

  /**
   * How many letters must be put in, left out or changed to make one of the other; where they are
   * more than {@link #MOST_ERRORS}, some number above it, which is known after a few letters.
   */
  public static int distance(String one, String other) {
    if (Math.abs(one.length() - other.length()) > MOST_ERRORS) {
      return MOST_ERRORS + 1;
    }
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    int least = 0;
    for (int i = 1; i <= one.length() && least <= MOST_ERRORS; i++) {
      int diagonal = row[0];
      row[0] = i;
      least = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
        least = Math.min(least, row[j]);
      }
    }
    return least > MOST_ERRORS ? least : row[other.length()];
  }
}
