/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
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

  /** A shorter name stands in many words, and is near to others. */
  private static final int FEWEST_LETTERS = 4;

  /** More are no help to who mistyped one. */
  private static final int MOST_PROPOSED = 5;

  private final String message;

  private UnknownEncodingException(String name, String message) {
    super(name);
    this.message = message;
  }

  /** A name of no encoding among {@code known}, and of no charset of the JDK that is one. */
  static UnsupportedCharsetException ofName(String name, Map<String, Encoding> known) {
    String reason = JdkEncodings.reasonForNone(name);
    if (reason != null) {
      return new UnknownEncodingException(name, name + " cannot be streamed: " + reason);
    }
    Map<String, String> names = named(known);
    names.putAll(named(ChineseEncodings.all()));
    names.putAll(WebEncodings.names());
    String squeezed = isLong(name) ? "" : squeezed(name);
    // There are so many aliases that one is near to anything.
    JdkEncodings.names()
        .forEach(
            (alias, charset) -> {
              if (alias.equals(charset) || squeezed(alias).equals(squeezed)) {
                names.put(alias, charset);
              }
            });
    return new UnknownEncodingException(
        name,
        quoted(name)
            + " names no encoding"
            + advice(name, names)
            + supported(known)
            + ", and the charsets of this JVM");
  }

  private static Map<String, String> named(Map<String, Encoding> known) {
    Map<String, String> names = new LinkedHashMap<>();
    known.forEach((label, encoding) -> names.put(label, encoding.name()));
    return names;
  }

  private static boolean isLong(String name) {
    return name.length() > LONGEST_QUOTED;
  }

  private static String quoted(String name) {
    return Quoted.of(isLong(name) ? name.substring(0, LONGEST_QUOTED) + "..." : name);
  }

  private static String advice(String name, Map<String, String> names) {
    Set<String> nearest = isLong(name) ? Set.of() : nearest(squeezed(name), names);
    return nearest.isEmpty() ? "; " : ": did you mean " + String.join(" or ", nearest) + "? ";
  }

  private static String supported(Map<String, Encoding> known) {
    return "supported are "
        + known.values().stream().map(Encoding::name).distinct().collect(Collectors.joining(", "));
  }

  private static String squeezed(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Those with the longest name within the given one; if none has one, those nearest to it. */
  private static Set<String> nearest(String given, Map<String, String> known) {
    Set<String> nearest = new LinkedHashSet<>();
    int best = MOST_ERRORS + 1;
    for (Map.Entry<String, String> entry : known.entrySet()) {
      String name = squeezed(entry.getKey());
      int distance = distance(given, name);
      if (distance < best) {
        best = distance;
        nearest.clear();
      }
      if (distance == best && distance <= MOST_ERRORS && nearest.size() < MOST_PROPOSED) {
        nearest.add(entry.getValue());
      }
    }
    return nearest;
  }

  /** Negative if the name stands in the given one; too much if it has little in common with it. */
  private static int distance(String given, String name) {
    if (name.length() >= FEWEST_LETTERS && given.contains(name)) {
      return -name.length();
    }
    int distance = NearNames.distance(given, name);
    int most = name.length() < FEWEST_LETTERS ? 0 : MOST_ERRORS;
    return distance <= most ? distance : MOST_ERRORS + 1;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
