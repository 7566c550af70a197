package io.utflow.codec.stage;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The line being read: its text so far, never more of it than the bound allows. */
final class OpenLine {
  private final SplitRule rule;
  private @Nullable StringBuilder text;

  /** Its length so far, what was dropped included. */
  private long length;

  /** Where it begins, in chars from the start of the text. */
  private long offset;

  OpenLine(SplitRule rule) {
    this.rule = rule;
  }

  /** Whether anything of it has been read. */
  boolean hasBegun() {
    return length > 0;
  }

  /** Where the next char stands. */
  long position() {
    return offset + length;
  }

  /** What is kept of it. */
  String text() {
    return text == null ? "" : text.toString();
  }

  /** Adds {@code [from, to)} of a window. */
  void append(TextWindow window, int from, int to) {
    if (from == to) {
      return;
    }
    boolean within = length <= rule.maxLength();
    length += to - from;
    if (length <= rule.maxLength()) {
      window.appendTo(kept(), from, to);
    } else if (within) {
      passBound(window, from);
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

  private void passBound(TextWindow window, int from) {
    OverlongLine overlong = new OverlongLine(offset, rule.maxLength());
    Consumer<? super OverlongLine> observer = rule.observer();
    if (observer != null) {
      observer.accept(overlong);
    }
    switch (rule.overlong()) {
      case FAIL -> throw new OverlongLineException(overlong);
      case DISCARD -> text = null;
      case TRUNCATE -> fillUp(window, from);
    }
  }

  private void fillUp(TextWindow window, int from) {
    StringBuilder kept = kept();
    window.appendTo(kept, from, from + rule.maxLength() - kept.length());
    int last = kept.length() - 1;
    if (Character.isHighSurrogate(kept.charAt(last))) {
      kept.setLength(last);
    }
  }

  /**
   * Ends the line with {@code [from, to)} of a window and the terminator behind it.
   *
   * @return the line, or null if it is discarded
   */
  @Nullable String end(TextWindow window, int from, int to, int terminator) {
    int kept = rule.keepTerminator() ? terminator : 0;
    String line;
    if (length == 0 && to - from <= rule.maxLength()) {
      line = window.cut(from, to + kept);
      length = to - from;
    } else {
      append(window, from, to);
      boolean discarded = length > rule.maxLength() && rule.overlong() == Overlong.DISCARD;
      line = discarded ? null : text() + window.cut(to, to + kept);
    }
    begin(terminator);
    return line;
  }

  /** Ends the line, which has begun, without a terminator. Null if it is discarded. */
  @Nullable String end() {
    boolean discarded = length > rule.maxLength() && rule.overlong() == Overlong.DISCARD;
    String line = discarded ? null : text();
    begin(0);
    return line;
  }

  /** Goes on behind {@code chars} that belong to no line. */
  void begin(int chars) {
    offset += length + chars;
    length = 0;
    text = null;
  }
}
