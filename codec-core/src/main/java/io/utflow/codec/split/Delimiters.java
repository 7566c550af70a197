/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.IllFormedPolicy;
import io.utflow.codec.illformed.MalformedRule;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The strings that end a line or record, and those that must not occur in one: the one class that
 * knows what a terminator is.
 *
 * <p>Given: decoded text. Guarantees: of several delimiters the one that begins first counts, and
 * of those the longest; where the text ends it says whether more text can change that. Leaves
 * nothing, being immutable.
 *
 * <p>Law L10, a line never contains a delimiter, is kept here against what replaces ill-formed
 * sequences: {@link #conflictsWith} judges a replacement, {@link #inside} the places where
 * sequences were left out.
 */
public final class Delimiters {
  /** No delimiter. */
  static final int NONE = -1;

  /** A delimiter has begun, or a longer one than was found, and the text has ended. */
  public static final int UNDECIDED = -2;

  /** Longest first. */
  private final List<String> all;

  private final List<String> refused;

  /** The index of LF, if it begins no longer one; else {@link #NONE}. */
  final int lineFeed;

  /** The chars that they begin with, each once, in order. */
  private final char[] firsts;

  /** A bit is set for the last six bits of each delimiter, which excludes most other chars. */
  private final long lastBits;

  private final Map<Encoding, EncodedDelimiters> encoded = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException if one is empty or ill-formed
   */
  public Delimiters(List<String> ending, List<String> refused) {
    all =
        Stream.concat(ending.stream(), refused.stream())
            .map(Delimiters::checked)
            .distinct()
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
    this.refused = List.copyOf(refused);
    boolean isAlone = all.stream().filter(delimiter -> delimiter.startsWith("\n")).count() == 1;
    this.lineFeed = isAlone ? all.indexOf("\n") : NONE;
    StringBuilder begins = new StringBuilder();
    all.stream()
        .mapToInt(text -> text.charAt(0))
        .distinct()
        .sorted()
        .forEach(c -> begins.append((char) c));
    this.firsts = begins.toString().toCharArray();
    this.lastBits = begins.chars().mapToLong(c -> 1L << c).reduce(0, (a, b) -> a | b);
  }

  private static String checked(String delimiter) {
    if (delimiter.isEmpty() || !MalformedRule.isWellFormed(delimiter)) {
      throw new IllegalArgumentException(
          "a delimiter is empty or ill-formed; give well-formed text");
    }
    return delimiter;
  }

  /** The delimiters that end a line or record, the longest first; without refused ones. */
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

  /** These delimiters in an encoding, except those that it cannot encode. */
  public EncodedDelimiters encoded(Encoding encoding) {
    EncodedDelimiters known = encoded.get(encoding);
    return known != null
        ? known
        : encoded.computeIfAbsent(encoding, any -> new EncodedDelimiters(this, encoding));
  }

  /** All of them, the longest first. */
  public List<String> all() {
    return all;
  }

  /** Whether they are found in the text, not in the bytes of such streams. */
  public boolean areFoundInText(DecoderSpec spec) {
    return areFoundInText(Encoding.of(spec.encoding()).form());
  }

  boolean areFoundInText(EncodingForm form) {
    return !form.isSelfSynchronizing()
        && !all.stream().flatMapToInt(String::codePoints).allMatch(form::standsAlone);
  }

  /**
   * The treatment of ill-formed sequences in the lines of a stream; a sequence that is left out is
   * decoded to {@link OpenLine#MARK}.
   *
   * @throws IllegalArgumentException if the replacement could be part of a delimiter
   */
  public MalformedRule malformedRule(DecoderSpec spec) {
    String conflict = conflict(spec);
    if (conflict != null) {
      throw new IllegalArgumentException(conflict);
    }
    return MalformedRule.of(spec.onMalformed())
        .forSegments(String.valueOf(OpenLine.MARK), this::conflictsWith);
  }

  /** Why {@link #malformedRule} refuses a spec; null if it does not. */
  public @Nullable String conflict(DecoderSpec spec) {
    boolean hasSurrogates = Encoding.of(spec.encoding()).form().hasSurrogates();
    return hasSurrogates && IllFormedPolicy.mayLeaveOut(spec)
        ? "lines of "
            + spec.encoding()
            + " may hold unpaired surrogates, which mark where sequences were left out: replace"
            + " ill-formed sequences by a text (REPLACE, replaceWith) or report them (REPORT)"
        : MalformedRule.of(spec.onMalformed()).conflict(this::conflictsWith);
  }

  /** The first index of a char that may begin a delimiter, or {@code end}. */
  int find(char[] text, int from, int end) {
    char most = firsts[firsts.length - 1];
    int i = from;
    while (i < end && (text[i] > most || !isFirst(text[i]))) {
      i++;
    }
    return i;
  }

  private boolean isFirst(char c) {
    return (lastBits >>> c & 1) != 0 && Arrays.binarySearch(firsts, c) >= 0;
  }

  /**
   * The delimiter that a text has at an index, the longest of several; or {@link #NONE}, or {@link
   * #UNDECIDED}.
   *
   * @param more whether other text may follow
   * @param prompt whether one that is complete counts at once, though a longer one may follow
   */
  int match(DecodedText text, int at, boolean more, boolean prompt) {
    if (lineFeed != NONE && text.charAt(at) == '\n') {
      return lineFeed;
    }
    boolean begun = false;
    for (int i = 0; i < all.size(); i++) {
      String delimiter = all.get(i);
      int length = Math.min(delimiter.length(), text.length() - at);
      int same = 0;
      while (same < length && text.charAt(at + same) == delimiter.charAt(same)) {
        same++;
      }
      if (same == delimiter.length()) {
        return i;
      }
      if (same == length && more) {
        if (!prompt) {
          return UNDECIDED;
        }
        begun = true;
      }
    }
    return begun ? UNDECIDED : NONE;
  }

  /** Whether a text holds one. */
  public boolean occursIn(String text) {
    return all.stream().anyMatch(text::contains);
  }

  /** Whether U+FFFD in the place of ill-formed text could make one. */
  public boolean holdReplacement() {
    return conflictsWith("\uFFFD");
  }

  /** Whether it must not occur. */
  public boolean isRefused(String delimiter) {
    return refused.contains(delimiter);
  }

  /**
   * Whether a text that replaces ill-formed sequences could make a delimiter, alone or with the
   * text around it: it contains one, is contained in one, its end begins one, or its start ends
   * one.
   */
  private boolean conflictsWith(String replacement) {
    for (String delimiter : all) {
      if (replacement.contains(delimiter)
          || delimiter.contains(replacement)
          || overlaps(replacement, delimiter)
          || overlaps(delimiter, replacement)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a proper suffix of the first, not empty, is a proper prefix of the second. */
  public static boolean overlaps(String first, String second) {
    for (int length = 1; length < Math.min(first.length(), second.length()); length++) {
      if (first.endsWith(second.substring(0, length))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The length, in chars, of the longest beginning of a delimiter that ends a text and that {@code
   * next} would complete; else 0.
   */
  public int begunBefore(String next, String text) {
    int most = 0;
    for (String delimiter : all) {
      int length = delimiter.length();
      for (int begun = Math.max(most + 1, length - next.length()); begun < length; begun++) {
        if (text.regionMatches(text.length() - begun, delimiter, 0, begun)
            && next.regionMatches(0, delimiter, begun, length - begun)) {
          most = begun;
        }
      }
    }
    return most;
  }

  /** The indexes in a text that lie inside a delimiter, after its first char. */
  BitSet inside(String text) {
    BitSet inside = new BitSet();
    for (String delimiter : all) {
      // Occurrences may overlap.
      for (int at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
        inside.set(at + 1, at + delimiter.length());
      }
    }
    return inside;
  }
}
