/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.split.Delimiters;
import io.utflow.codec.split.LineRule;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What lines and records have in common: what ends one, and what becomes of one that is wrong.
 *
 * @param endsAtBareCr whether a bare CR ends one at once, unless its LF would have to be kept too
 * @param dropMarks whether a U+FEFF with which one begins is no part of it
 */
record SplitRule(
    Delimiters delimiters,
    boolean endsAtBareCr,
    int maxChars,
    boolean keepTerminator,
    TooLongPolicy onTooLong,
    boolean dropMarks,
    @Nullable Consumer<? super TooLongLine> observer)
    implements LineRule {
  private static final int DEFAULT_MAX_LENGTH = 65_536;

  static SplitRule by(Delimiters delimiters, boolean endsAtBareCr) {
    return new SplitRule(
        delimiters, endsAtBareCr, DEFAULT_MAX_LENGTH, false, TooLongPolicy.FAIL, false, null);
  }

  @Override
  public boolean promptCarriageReturn() {
    return endsAtBareCr && !keepTerminator;
  }

  SplitRule delimiters(Delimiters others) {
    return new SplitRule(
        others, endsAtBareCr, maxChars, keepTerminator, onTooLong, dropMarks, observer);
  }

  SplitRule maxChars(int chars) {
    if (chars < 1) {
      throw new IllegalArgumentException("maxChars " + chars + ": give at least 1 char");
    }
    return new SplitRule(
        delimiters, endsAtBareCr, chars, keepTerminator, onTooLong, dropMarks, observer);
  }

  SplitRule onTooLong(TooLongPolicy policy) {
    Objects.requireNonNull(policy, "onTooLong");
    return new SplitRule(
        delimiters, endsAtBareCr, maxChars, keepTerminator, policy, dropMarks, observer);
  }

  SplitRule keepTerminator(boolean keep) {
    return new SplitRule(delimiters, endsAtBareCr, maxChars, keep, onTooLong, dropMarks, observer);
  }

  SplitRule dropMarks(boolean drop) {
    return new SplitRule(
        delimiters, endsAtBareCr, maxChars, keepTerminator, onTooLong, drop, observer);
  }

  SplitRule observer(Consumer<? super TooLongLine> other) {
    Objects.requireNonNull(other, "observer");
    return new SplitRule(
        delimiters, endsAtBareCr, maxChars, keepTerminator, onTooLong, dropMarks, other);
  }

  /** For people: the bound, what becomes of a longer line, and whether one is observed. */
  String toText() {
    return ", at most "
        + maxChars()
        + " chars, else "
        + onTooLong
        + (dropMarks ? ", without marks" : "")
        + (observer == null ? "" : ", observed");
  }

  /** Tells the observer of a line that passes the bound, and fails it or says what is kept. */
  @Override
  public boolean keepsBeginning(long charOffset, long byteOffset) {
    TooLongLine tooLong = new TooLongLine(charOffset, byteOffset, maxChars());
    if (observer != null) {
      observer.accept(tooLong);
    }
    if (onTooLong == TooLongPolicy.FAIL) {
      throw new TooLongLineException(tooLong);
    }
    return onTooLong == TooLongPolicy.TRUNCATE;
  }

  @Override
  public RuntimeException refused(long charOffset, long byteOffset, String found) {
    return new BareLineBreakException(charOffset, byteOffset, found);
  }
}
