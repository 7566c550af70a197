/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.split.Delimiters;
import io.utflow.codec.split.LineErrors;
import io.utflow.codec.split.LineRule;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What lines and records have in common: what ends one, and what becomes of one that is wrong. */
record SplitRule(
    LineRule line, TooLongPolicy onTooLong, @Nullable Consumer<? super TooLongLine> observer)
    implements LineErrors {
  private static final int DEFAULT_MAX_LENGTH = 65_536;

  static SplitRule by(Delimiters delimiters) {
    return new SplitRule(new LineRule(delimiters, DEFAULT_MAX_LENGTH), TooLongPolicy.FAIL, null);
  }

  private SplitRule with(LineRule other) {
    return new SplitRule(other, onTooLong, observer);
  }

  SplitRule delimiters(Delimiters others) {
    return with(line.delimiters(others));
  }

  int maxLength() {
    return line.maxLength();
  }

  SplitRule maxLength(int chars) {
    if (chars < 1) {
      throw new IllegalArgumentException("maxLength " + chars + ": give at least 1 char");
    }
    return with(line.maxLength(chars));
  }

  SplitRule onTooLong(TooLongPolicy policy) {
    return new SplitRule(line, Objects.requireNonNull(policy, "onTooLong"), observer);
  }

  SplitRule keepTerminator(boolean keep) {
    return with(line.keepTerminator(keep));
  }

  SplitRule endingAtCarriageReturn() {
    return with(line.endingAtCarriageReturn());
  }

  SplitRule observer(Consumer<? super TooLongLine> other) {
    return new SplitRule(line, onTooLong, Objects.requireNonNull(other, "observer"));
  }

  /** For people: the bound, what becomes of a longer line, and whether one is observed. */
  String toText() {
    return ", at most "
        + maxLength()
        + " chars, else "
        + onTooLong
        + (observer == null ? "" : ", observed");
  }

  /** Tells the observer of a line that passes the bound, and fails it or says what is kept. */
  @Override
  public boolean keepsBeginning(long charOffset, long byteOffset) {
    TooLongLine tooLong = new TooLongLine(charOffset, byteOffset, maxLength());
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
