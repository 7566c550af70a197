/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A name of no encoding, with a message that lists the names there are, the nearest first. */
final class UnknownEncodingException extends UnsupportedCharsetException {
  private static final long serialVersionUID = 1L;

  /** Longer names are neither quoted whole nor compared. */
  private static final int LONGEST_QUOTED = 40;

  /** Typing errors in a name that may still be meant. */
  private static final int MOST_ERRORS = 2;

  private final String message;

  UnknownEncodingException(String name, Map<String, Encoding> known) {
    super(name);
    boolean isLong = name.length() > LONGEST_QUOTED;
    String quoted = isLong ? name.substring(0, LONGEST_QUOTED) + "..." : name;
    Set<Encoding> nearest = isLong ? Set.of() : nearest(squeezed(name), known);
    this.message =
        "\""
            + quoted
            + "\" names no Unicode encoding"
            + (nearest.isEmpty() ? "; " : ": did you mean " + join(nearest, " or ") + "? ")
            + "supported are "
            + join(new LinkedHashSet<>(known.values()), ", ");
  }

  private static String join(Collection<Encoding> encodings, String separator) {
    return encodings.stream().map(Encoding::name).collect(Collectors.joining(separator));
  }

  private static String squeezed(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Those with the longest name within the given one; if none has one, those nearest to it. */
  private static Set<Encoding> nearest(String given, Map<String, Encoding> known) {
    Set<Encoding> nearest = new LinkedHashSet<>();
    int best = MOST_ERRORS + 1;
    for (Map.Entry<String, Encoding> entry : known.entrySet()) {
      String name = squeezed(entry.getKey());
      int distance = given.contains(name) ? -name.length() : distance(given, name);
      if (distance < best) {
        best = distance;
        nearest.clear();
      }
      if (distance == best && distance <= MOST_ERRORS) {
        nearest.add(entry.getValue());
      }
    }
    return nearest;
  }

  /** How many letters must be put in, left out or changed to make one of the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  @Override
  public String getMessage() {
    return message;
  }
}
