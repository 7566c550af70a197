/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.SegmentDecoder;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The line being read: its text so far, never more of it than the bound allows, and where it
 * begins. Mutable, one per stream.
 */
public class OpenLine implements SegmentDecoder.Sink {
  /**
   * Marks in decoded text where a sequence was left out: a low surrogate, unpaired, which
   * well-formed text never holds.
   */
  static final char MARK = '\uDC00';

  private static final char REPLACEMENT = '\uFFFD';

  private final LineRule rule;
  private final int maxChars;
  private @Nullable StringBuilder text;

  /** How many chars of it stand before each place where sequences were left out. */
  private @Nullable BitSet leftOut;

  /** Its length so far in chars, what is left out behind the bound included. */
  private long length;

  private boolean dropped;
  private long charOffset;
  private long byteOffset;

  /** An empty line at the start of a stream. */
  public OpenLine(LineRule rule) {
    this.rule = rule;
    this.maxChars = rule.maxChars();
  }

  /** Whether it has any text. */
  public boolean hasText() {
    return length > 0;
  }

  /** Where the next char stands, in chars of the decoded text. */
  public long charPosition() {
    return charOffset + length;
  }

  /** Where it begins, in bytes of the stream. */
  public long byteOffset() {
    return byteOffset;
  }

  /** Including the char by which the line passes its bound. */
  @Override
  public int charsToBound() {
    long left = maxChars - length + 1;
    return left <= 0 || left > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) left;
  }

  /** Whether nothing of it has been read. */
  public boolean isEmpty() {
    return length == 0 && leftOut == null;
  }

  /** Whether so many more chars are within the bound. */
  public boolean hasRoom(int chars) {
    return length + chars <= maxChars;
  }

  /** Takes decoded chars; a sequence that was left out is marked by {@link #MARK}. */
  @Override
  public void append(char[] chars, int from, int to, boolean marked) {
    int end = marked ? takeMarks(chars, from, to) : to;
    boolean within = length <= maxChars;
    length += end - from;
    if (length <= maxChars && from < end) {
      kept().append(chars, from, end - from);
    } else if (within && length > maxChars) {
      passBound(chars, from);
    }
  }

  /** Takes text for which there is room. */
  void append(String more) {
    length += more.length();
    kept().append(more);
  }

  /** Removes the marks and remembers their places; answers the end of what is left. */
  private int takeMarks(char[] chars, int from, int to) {
    int end = from;
    int lastPlace = -1;
    for (int i = from; i < to; i++) {
      char c = chars[i];
      if (c == MARK && (end == from || !Character.isHighSurrogate(chars[end - 1]))) {
        if (lastPlace < end) {
          addPlace(length + end - from);
        }
        lastPlace = end;
      } else {
        chars[end++] = c;
      }
    }
    return end;
  }

  private void addPlace(long place) {
    if (place <= maxChars) {
      BitSet places = leftOut == null ? new BitSet() : leftOut;
      places.set((int) place);
      leftOut = places;
    }
  }

  private void passBound(char[] chars, int from) {
    if (rule.keepsBeginning(charOffset, byteOffset())) {
      StringBuilder kept = kept();
      kept.append(chars, from, maxChars - kept.length());
      cutPair(kept);
    } else {
      drop();
    }
  }

  private void drop() {
    text = null;
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
    StringBuilder kept = text;
    if (kept == null) {
      kept = new StringBuilder();
      text = kept;
    }
    return kept;
  }

  /** The text kept of the line, as it would be delivered if the line ended here. */
  public String text() {
    separate("");
    return text == null ? "" : text.toString();
  }

  /**
   * Puts U+FFFD at each place where sequences were left out, and across which the text with the
   * terminator behind it would contain a delimiter (law L10). The places are forgotten.
   */
  private void separate(String terminator) {
    BitSet places = leftOut;
    if (places == null) {
      return;
    }
    leftOut = null;
    StringBuilder kept = kept();
    int end = kept.length();
    String joined = kept + terminator;
    BitSet across = rule.delimiters().inside(joined);
    across.and(places);
    int from = 0;
    kept.setLength(0);
    for (int place = across.nextSetBit(0); place >= 0; place = across.nextSetBit(place + 1)) {
      kept.append(joined, from, place).append(REPLACEMENT);
      from = place;
    }
    kept.append(joined, from, end);
    lengthen(kept, kept.length() - end);
  }

  /** The line has become longer, and may pass its bound by that. */
  private void lengthen(StringBuilder kept, int more) {
    boolean within = length <= maxChars;
    length += more;
    if (length > maxChars && within && !rule.keepsBeginning(charOffset, byteOffset())) {
      drop();
    } else if (kept.length() > maxChars) {
      kept.setLength(maxChars);
      cutPair(kept);
    }
  }

  /** Ends it with a terminator, and answers its text, without that; null if it is left out. */
  public @Nullable String end(String terminator) {
    separate(terminator);
    return dropped ? null : text();
  }

  /** Begins the next line behind {@code chars} that it was not given, at a byte of the stream. */
  public void begin(long chars, long atByte) {
    charOffset += length + chars;
    byteOffset = atByte;
    length = 0;
    dropped = false;
    if (text != null) {
      text = null;
    }
    if (leftOut != null) {
      leftOut = null;
    }
  }
}
