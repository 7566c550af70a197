/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.SegmentDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The line being read: its text so far, never more of it than the bound allows, and where it
 * begins. Mutable, one per stream.
 */
public class OpenLine implements SegmentDecoder.Sink {
  private final LineRule rule;
  private final int maxLength;
  private @Nullable StringBuilder text;
  private @Nullable LeftOut leftOut;

  /** Its length so far in chars, what is left out behind the bound included. */
  private long length;

  private boolean dropped;
  private long charOffset;
  private long byteOffset;

  /** An empty line at the start of a stream. */
  public OpenLine(LineRule rule) {
    this.rule = rule;
    this.maxLength = rule.maxLength();
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
    long left = maxLength - length + 1;
    return left <= 0 || left > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) left;
  }

  /** Whether nothing of it has been read. */
  public boolean isEmpty() {
    return length == 0 && leftOut == null;
  }

  /** Whether a line of so many chars passes the bound. */
  public boolean wouldPass(int chars) {
    return chars > maxLength;
  }

  /** Takes decoded chars; a sequence that was left out is marked by {@link LeftOut#MARK}. */
  @Override
  public void append(char[] chars, int from, int to, boolean marked) {
    int end = marked ? takeMarks(chars, from, to) : to;
    if (end > from && grow(end - from, chars, from)) {
      kept().append(chars, from, end - from);
    }
  }

  private int takeMarks(char[] chars, int from, int to) {
    LeftOut places = leftOut;
    if (places == null) {
      places = new LeftOut();
    }
    int end = places.takeMarks(chars, from, to, length > maxLength ? 0 : (int) length);
    leftOut = places.isEmpty() || length > maxLength ? null : places;
    return end;
  }

  /** Adds ASCII characters. */
  void appendAscii(byte[] bytes, int from, int to) {
    String ascii = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    if (length + ascii.length() <= maxLength) {
      length += ascii.length();
      kept().append(ascii);
    } else {
      append(ascii.toCharArray(), 0, ascii.length(), false);
    }
  }

  /**
   * Counts more chars; true if all may be kept. At the bound keeps what fits, or drops the line.
   */
  private boolean grow(int more, char[] chars, int from) {
    boolean within = length <= maxLength;
    length += more;
    if (within && length > maxLength) {
      passBound(chars, from);
    }
    return length <= maxLength;
  }

  private void passBound(char[] chars, int from) {
    if (rule.keepsBeginning(charOffset, byteOffset())) {
      StringBuilder kept = kept();
      kept.append(chars, from, maxLength - kept.length());
      cutPair(kept);
    } else {
      text = null;
      leftOut = null;
      dropped = true;
    }
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

  private void separate(String terminator) {
    LeftOut places = leftOut;
    if (places == null) {
      return;
    }
    leftOut = null;
    StringBuilder kept = kept();
    int before = kept.length();
    places.separate(kept, terminator, rule.delimiters());
    boolean within = length <= maxLength;
    length += kept.length() - before;
    if (length <= maxLength) {
      return;
    }
    if (within && !rule.keepsBeginning(charOffset, byteOffset())) {
      text = null;
      dropped = true;
    } else if (kept.length() > maxLength) {
      kept.setLength(maxLength);
      cutPair(kept);
    }
  }

  /**
   * Ends it with a terminator.
   *
   * @return its text, without the terminator; null if it is left out
   */
  public @Nullable String end(String terminator) {
    if (leftOut != null) {
      separate(terminator);
    }
    return dropped ? null : text == null ? "" : text.toString();
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
