/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.MalformedRule;
import io.utflow.codec.form.EncodingForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The strings that end a line or record, and those that must not occur in one. Immutable.
 *
 * <p>A server waits for the first line, so here and in {@link EncodedDelimiters} loops are written
 * out, for the JVM loads the classes of streams and makes one of each lambda.
 *
 * <p>Law L10, a line never contains a delimiter, is kept here against what replaces ill-formed
 * sequences: {@link #conflictsWith} judges a replacement, {@link #firstAcross} a place where
 * sequences were left out.
 */
public final class Delimiters {
  /** Longest first. */
  private final List<String> all;

  private final List<String> refused;
  private final Map<Object, EncodedDelimiters> encoded = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException if one is empty or ill-formed
   */
  public Delimiters(List<String> ending, List<String> refused) {
    List<String> longestFirst = new ArrayList<>();
    addTo(longestFirst, ending);
    addTo(longestFirst, refused);
    all = List.copyOf(longestFirst);
    this.refused = List.copyOf(refused);
  }

  /** Of the same length the first stays first. */
  private static void addTo(List<String> longestFirst, List<String> delimiters) {
    for (String delimiter : delimiters) {
      check(delimiter);
      int index = 0;
      while (index < longestFirst.size()
          && longestFirst.get(index).length() >= delimiter.length()) {
        index++;
      }
      if (!longestFirst.contains(delimiter)) {
        longestFirst.add(index, delimiter);
      }
    }
  }

  private static void check(String delimiter) {
    if (delimiter.isEmpty() || !MalformedRule.isWellFormed(delimiter)) {
      throw new IllegalArgumentException(
          "a delimiter is empty or ill-formed; give well-formed text");
    }
  }

  /** What ends a line or record, the longest first; without what is refused. */
  public List<String> ending() {
    return all.stream().filter(delimiter -> !refused.contains(delimiter)).toList();
  }

  /** Whether something must not occur in a line. */
  public boolean refuses() {
    return !refused.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Delimiters that && all.equals(that.all) && refused.equals(that.refused);
  }

  @Override
  public int hashCode() {
    return 31 * all.hashCode() + refused.hashCode();
  }

  /**
   * These in an encoding.
   *
   * @param encoding what names it
   * @param encode what writes a text in it, without a byte order mark; nothing if it has no place
   */
  EncodedDelimiters encoded(Object encoding, Function<String, byte[]> encode, EncodingForm form) {
    EncodedDelimiters known = encoded.get(encoding);
    return known != null
        ? known
        : encoded.computeIfAbsent(encoding, any -> new EncodedDelimiters(this, encode, form));
  }

  /** All of them, the longest first. */
  List<String> all() {
    return all;
  }

  /** Whether it must not occur. */
  boolean isRefused(String delimiter) {
    return refused.contains(delimiter);
  }

  /**
   * Whether a text that replaces ill-formed sequences could make a delimiter, alone or with the
   * text around it: it contains one, is contained in one, its end begins one, or its start ends
   * one.
   */
  boolean conflictsWith(String replacement) {
    for (String delimiter : all) {
      if (replacement.contains(delimiter)
          || delimiter.contains(replacement)
          || overlap(replacement, delimiter)
          || overlap(delimiter, replacement)) {
        return true;
      }
    }
    return false;
  }

  /** Whether some end of {@code first}, not empty, is a beginning of {@code second}. */
  private static boolean overlap(String first, String second) {
    for (int length = Math.min(first.length(), second.length()); length > 0; length--) {
      if (first.endsWith(second.substring(0, length))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where in {@code text} the first delimiter begins that stands across the index {@code at}: some
   * of it before, some behind; or -1.
   */
  int firstAcross(CharSequence text, int at) {
    int longest = all.get(0).length();
    for (int from = Math.max(0, at - longest + 1); from < at; from++) {
      for (String delimiter : all) {
        if (from + delimiter.length() > at && startsWith(text, from, delimiter)) {
          return from;
        }
      }
    }
    return -1;
  }

  private static boolean startsWith(CharSequence text, int from, String delimiter) {
    if (text.length() - from < delimiter.length()) {
      return false;
    }
    for (int i = 0; i < delimiter.length(); i++) {
      if (text.charAt(from + i) != delimiter.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
