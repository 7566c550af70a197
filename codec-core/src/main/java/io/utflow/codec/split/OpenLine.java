/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.IllFormedSequence;
import java.util.BitSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The line being read: its text so far, never more of it than the bound allows, and where it
 * begins.
 *
 * <p>Given: decoded text, and the places where sequences were left out. Guarantees: the rule is
 * called once for a line that passes its bound, before text beyond the bound is used; the finished
 * line contains no delimiter (law L10). Leaves nothing between two lines. Mutable, one per stream.
 */
final class OpenLine {
  /**
   * Marks in decoded text where a sequence was left out: a low surrogate, unpaired, which
   * well-formed text never holds.
   */
  static final char MARK = '\uDC00';

  private static final char REPLACEMENT = '\uFFFD';

  /** In chars: text up to this length is no builder, which is made, grown and copied in vain. */
  private static final int SHORT = 256;

  private final LineRule rule;
  private final int maxChars;

  /** Its text while that is short, joined anew with each piece; most lines lie in few. */
  private String text = "";

  /** Its text once it was long or edited; null before. */
  private @Nullable StringBuilder builder;

  /** The char index of each place where sequences were left out. */
  private @Nullable BitSet leftOut;

  /** Its length so far in chars, including those left out beyond the bound. */
  private long length;

  /** Whether it has passed a bound. */
  private boolean passed;

  private boolean dropped;

  /** The first sequence for which the line is refused; null without such a sequence. */
  private @Nullable IllFormedSequence reported;

  private long charOffset;
  private final LongSupplier byteOffset;

  /**
   * An empty line at the start of a stream.
   *
   * @param byteOffset where the line begins that is open then, in bytes of the stream
   */
  OpenLine(LineRule rule, LongSupplier byteOffset) {
    this.rule = rule;
    this.byteOffset = byteOffset;
    this.maxChars = rule.maxChars();
  }

  /** Whether it has any text. */
  boolean hasText() {
    return length > 0;
  }

  /** Where the next char stands, in chars of the decoded text. */
  long charPosition() {
    return charOffset + length;
  }

  /** The number of chars that it still takes, including the one by which it passes its bound. */
  int charsToBound() {
    long left = maxChars - length + 1;
    return passed || left > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) left;
  }

  /** Whether it has passed a bound: no other is looked at. */
  boolean hasPassed() {
    return passed;
  }

  /** Whether nothing of it has been read. */
  boolean isEmpty() {
    return length == 0 && leftOut == null && reported == null && !passed;
  }

  /** Whether so many more chars are within the bound. */
  boolean hasRoom(int chars) {
    return length + chars <= maxChars;
  }

  /** Takes decoded chars. */
  void append(DecodedText chars, int from, int to) {
    length += to - from;
    if (passed) {
      return;
    }
    if (length > maxChars) {
      passBound(chars, from);
    } else if (builder == null && length <= SHORT) {
      text = text.concat(chars.substring(from, to));
    } else {
      chars.appendTo(kept(), from, to);
    }
  }

  /** Takes note that a sequence was left out here. */
  void leaveOut() {
    if (!passed) {
      BitSet places = leftOut == null ? new BitSet() : leftOut;
      places.set((int) length);
      leftOut = places;
    }
  }

  /** Takes note that the policy reports a sequence here. */
  void report(IllFormedSequence sequence) {
    if (reported == null) {
      reported = sequence;
    }
  }

  /**
   * The first sequence for which it is refused, once it has {@linkplain #end ended}; null if it is
   * not: one that is too long is too long.
   */
  @Nullable IllFormedSequence refusal() {
    return passed ? null : reported;
  }

  /** Takes chars, perhaps none, by which it passes its bound in bytes. */
  void passBytes(int chars) {
    length += chars;
    passed = true;
    if (!rule.keepsBeginning(charOffset, byteOffset.getAsLong(), true)) {
      drop();
    }
  }

  private void passBound(DecodedText chars, int from) {
    passed = true;
    if (rule.keepsBeginning(charOffset, byteOffset.getAsLong(), false)) {
      StringBuilder kept = kept();
      chars.appendTo(kept, from, from + maxChars - kept.length());
      cutPair(kept);
    } else {
      drop();
    }
  }

  private void drop() {
    forgetText();
    leftOut = null;
    dropped = true;
  }

  private static void cutPair(StringBuilder kept) {
    int last = kept.length() - 1;
    if (last >= 0 && Character.isHighSurrogate(kept.charAt(last))) {
      kept.setLength(last);
    }
  }

  private StringBuilder kept() {
    StringBuilder kept = builder;
    if (kept == null) {
      kept = new StringBuilder(text);
      builder = kept;
      text = "";
    }
    return kept;
  }

  private void forgetText() {
    if (!text.isEmpty()) {
      text = "";
    }
    builder = null;
  }

  /** The first chars of it. */
  char[] first(int count) {
    CharSequence kept = builder == null ? text : builder;
    return kept.subSequence(0, count).toString().toCharArray();
  }

  /** The text kept of the line, as it would be delivered if the line ended here and had room. */
  String text() {
    String kept = builder == null ? text : builder.toString();
    BitSet places = leftOut;
    return places == null ? kept : separated(kept, places, "");
  }

  /**
   * Returns the text with U+FFFD at each of the places, where sequences were left out, across which
   * the text and its terminator would contain a delimiter (law L10).
   */
  private String separated(String kept, BitSet places, String terminator) {
    String joined = kept + terminator;
    BitSet across = rule.delimiters().inside(joined);
    across.and(places);
    StringBuilder separated = new StringBuilder();
    int from = 0;
    for (int place = across.nextSetBit(0); place >= 0; place = across.nextSetBit(place + 1)) {
      separated.append(joined, from, place).append(REPLACEMENT);
      from = place;
    }
    return separated.append(joined, from, kept.length()).toString();
  }

  /** Separates the text at these places, and forgets them. */
  private void separate(BitSet places, String terminator) {
    leftOut = null;
    StringBuilder kept = kept();
    int before = kept.length();
    String separated = separated(kept.toString(), places, terminator);
    kept.setLength(0);
    kept.append(separated);
    lengthen(kept, kept.length() - before);
  }

  /**
   * Cuts off, where the line was cut, what begins a delimiter that the terminator would end (law
   * L10).
   */
  private void cutBefore(String terminator) {
    StringBuilder kept = kept();
    for (int begun = 1; begun > 0; ) {
      begun = rule.delimiters().begunBefore(terminator, kept.toString());
      kept.setLength(kept.length() - begun);
    }
  }

  /** The line has become longer, and may pass its bound by that. */
  private void lengthen(StringBuilder kept, int more) {
    length += more;
    boolean passes = length > maxChars && !passed;
    passed |= passes;
    if (passes && !rule.keepsBeginning(charOffset, byteOffset.getAsLong(), false)) {
      drop();
    } else if (kept.length() > maxChars) {
      kept.setLength(maxChars);
      cutPair(kept);
    }
  }

  /** Ends it with a terminator, and answers its text, without that; null if it is left out. */
  @Nullable String end(String terminator) {
    if (leftOut != null) {
      separate(leftOut, terminator);
    }
    if (passed && !dropped) {
      cutBefore(terminator);
    }
    return dropped ? null : text();
  }

  /** Begins so many chars later, while it {@link #isEmpty}. */
  void pass(int chars) {
    charOffset += chars;
  }

  /** Begins the next line after {@code chars} chars that it was not given. */
  void begin(long chars) {
    charOffset += length + chars;
    length = 0;
    passed = false;
    dropped = false;
    reported = null;
    forgetText();
    leftOut = null;
  }
}
