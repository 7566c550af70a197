package io.utflow.codec.stage;

import io.utflow.codec.split.Delimiters;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What lines and records have in common.
 *
 * @param promptCarriageReturn whether a lone CR ends a line, so that one without its terminator
 *     goes out at the CR, and an LF behind it is swallowed
 */
record SplitRule(
    Delimiters delimiters,
    int maxLength,
    Overlong overlong,
    boolean keepTerminator,
    boolean promptCarriageReturn,
    @Nullable Consumer<? super OverlongLine> observer) {
  private static final int DEFAULT_MAX_LENGTH = 65_536;

  static SplitRule by(Delimiters delimiters) {
    return new SplitRule(delimiters, DEFAULT_MAX_LENGTH, Overlong.FAIL, false, false, null);
  }

  SplitRule with(Delimiters others) {
    return new SplitRule(
        others, maxLength, overlong, keepTerminator, promptCarriageReturn, observer);
  }

  SplitRule maxLength(int chars) {
    if (chars < 1) {
      throw new IllegalArgumentException("maxLength " + chars + ": give at least 1 char");
    }
    return new SplitRule(
        delimiters, chars, overlong, keepTerminator, promptCarriageReturn, observer);
  }

  SplitRule overlong(Overlong answer) {
    Objects.requireNonNull(answer, "overlong");
    return new SplitRule(
        delimiters, maxLength, answer, keepTerminator, promptCarriageReturn, observer);
  }

  SplitRule keepTerminator(boolean keep) {
    return new SplitRule(delimiters, maxLength, overlong, keep, promptCarriageReturn, observer);
  }

  SplitRule endingAtCarriageReturn() {
    return new SplitRule(
        delimiters, maxLength, overlong, keepTerminator, !keepTerminator, observer);
  }

  SplitRule observer(Consumer<? super OverlongLine> other) {
    return new SplitRule(
        delimiters, maxLength, overlong, keepTerminator, promptCarriageReturn, other);
  }

  /** Tells the observer of a line that passes the bound, and fails it or says what is kept. */
  boolean passedBound(long charOffset, long byteOffset) {
    OverlongLine line = new OverlongLine(charOffset, byteOffset, maxLength);
    if (observer != null) {
      observer.accept(line);
    }
    if (overlong == Overlong.FAIL) {
      throw new OverlongLineException(line);
    }
    return overlong == Overlong.TRUNCATE;
  }
}
