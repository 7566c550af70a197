package io.utflow.codec;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every policy is one rule: a text or a handler that yields one, for so many sequences. SKIP is the
 * empty text and REPORT a budget of zero, so the loops know no special cases.
 */
final class MalformedRule implements MalformedPolicy {
  private final @Nullable String replacement;
  private final @Nullable Function<? super IllFormedSequence, String> handler;
  private final long budget;

  private MalformedRule(
      @Nullable String replacement,
      @Nullable Function<? super IllFormedSequence, String> handler,
      long budget) {
    this.replacement = replacement;
    this.handler = handler;
    this.budget = budget;
  }

  static MalformedRule replacing(String replacement) {
    Objects.requireNonNull(replacement, "replacement");
    if (!isWellFormed(replacement)) {
      throw new IllegalArgumentException(
          "the replacement holds an unpaired surrogate; give well-formed text");
    }
    return new MalformedRule(replacement, null, Long.MAX_VALUE);
  }

  static MalformedRule handledBy(Function<? super IllFormedSequence, String> handler) {
    return new MalformedRule(null, Objects.requireNonNull(handler, "handler"), Long.MAX_VALUE);
  }

  @Override
  public MalformedRule atMost(long sequences) {
    if (sequences < 0) {
      throw new IllegalArgumentException(
          "a budget of " + sequences + " sequences: give 0 (as REPORT does) or more");
    }
    return new MalformedRule(replacement, handler, Math.min(budget, sequences));
  }

  /**
   * What to emit for the {@code count}th sequence of a stream, counted from 1, if no observer or
   * handler looks at it; null if it must be described, for {@link #textFor}.
   */
  @Nullable String textForUnseen(
      long count, @Nullable Consumer<? super IllFormedSequence> observer) {
    return observer == null && !isBeyondBudget(count) ? replacement : null;
  }

  /** Whether the {@code count}th sequence of a stream is reported. */
  boolean isBeyondBudget(long count) {
    return count > budget;
  }

  /** Whether some sequence may be reported. */
  boolean mayReport() {
    return budget != Long.MAX_VALUE;
  }

  /** How many UTF-16 code units any sequence becomes, if they are the same for all, else -1. */
  int lengthOfEach() {
    return replacement == null || mayReport() ? -1 : replacement.length();
  }

  /**
   * What to emit for the {@code count}th sequence of a stream, or null if it is to be reported. The
   * observer is told first.
   */
  @Nullable String textFor(
      IllFormedSequence sequence,
      long count,
      @Nullable Consumer<? super IllFormedSequence> observer) {
    if (observer != null) {
      observer.accept(sequence);
    }
    if (isBeyondBudget(count)) {
      return null;
    }
    return handler == null ? Objects.requireNonNull(replacement) : handled(handler, sequence);
  }

  private static String handled(
      Function<? super IllFormedSequence, String> handler, IllFormedSequence sequence) {
    String text = handler.apply(sequence);
    if (text == null || !isWellFormed(text)) {
      throw new IllegalStateException(
          "the handler of ill-formed sequences returned "
              + (text == null ? "null" : "ill-formed text")
              + " for "
              + sequence);
    }
    return text;
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints()
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  @Override
  public String toString() {
    String base;
    if (handler != null) {
      base = "handledBy(" + handler + ")";
    } else if ("\uFFFD".equals(replacement)) {
      base = budget == 0 ? "REPORT" : "REPLACE";
    } else {
      base = "".equals(replacement) ? "SKIP" : "replaceWith(\"" + replacement + "\")";
    }
    return budget == 0 || budget == Long.MAX_VALUE ? base : base + ".atMost(" + budget + ")";
  }
}
