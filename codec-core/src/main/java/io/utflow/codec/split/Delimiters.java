/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.MalformedRule;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The strings that end a line or record, and those that must not occur in one. Immutable.
 *
 * <p>Law L10, a line never contains a delimiter, is kept here against what replaces ill-formed
 * sequences: {@link #conflictsWith} judges a replacement, {@link #standAcross} the places where
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
    all =
        Stream.concat(ending.stream(), refused.stream())
            .peek(Delimiters::check)
            .distinct()
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
    this.refused = List.copyOf(refused);
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
   * @param encode what writes a text in it, without a byte order mark; no bytes if it cannot be
   *     encoded
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
    return all.stream()
        .anyMatch(
            delimiter ->
                replacement.contains(delimiter)
                    || delimiter.contains(replacement)
                    || overlap(replacement, delimiter)
                    || overlap(delimiter, replacement));
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

  /** Whether a delimiter stands across a place in a text: some of it before, some behind. */
  boolean standAcross(String text, int place) {
    for (String delimiter : all) {
      for (int begin = Math.max(0, place - delimiter.length() + 1); begin < place; begin++) {
        if (text.startsWith(delimiter, begin)) {
          return true;
        }
      }
    }
    return false;
  }
}
