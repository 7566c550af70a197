/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.encodings.Quoted;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The user's rule for ill-formed sequences: a text, or a handler that returns one, and a budget of
 * sequences. SKIP is the empty text and REPORT a budget of zero, so that there are no special
 * cases. A rule is a value and may be shared; {@link IllFormedPolicy} acts by it.
 */
public final class MalformedRule implements MalformedPolicy {
  /** With a budget of 0 the first sequence is reported, so the text is never written. */
  private static final MalformedRule REPORTING = new MalformedRule("\uFFFD", null, 0, null);

  private final @Nullable String replacement;
  private final @Nullable Function<? super IllFormedSequence, String> handler;
  private final long budget;
  private final int onlyChar;

  /** Checks or changes what the handler returns; null where that is written as it is. */
  private final @Nullable UnaryOperator<String> answered;

  private MalformedRule(
      @Nullable String replacement,
      @Nullable Function<? super IllFormedSequence, String> handler,
      long budget,
      @Nullable UnaryOperator<String> answered) {
    this.replacement = replacement;
    this.handler = handler;
    this.budget = budget;
    this.answered = answered;
    this.onlyChar = onlyChar(replacement);
  }

  private static int onlyChar(@Nullable String text) {
    if (text == null || text.length() > 1) {
      return IllFormedPolicy.NOT_TAKEN;
    }
    return text.isEmpty() ? IllFormedPolicy.NO_CHAR : text.charAt(0);
  }

  /** The policy that puts this text in the place of each sequence. */
  public static MalformedRule replacing(String replacement) {
    requireWellFormed(replacement);
    return new MalformedRule(replacement, null, Long.MAX_VALUE, null);
  }

  /** The policy that asks the handler. */
  public static MalformedRule handledBy(Function<? super IllFormedSequence, String> handler) {
    Objects.requireNonNull(handler, "handler");
    return new MalformedRule(null, handler, Long.MAX_VALUE, null);
  }

  /** The rule of a user's policy. */
  public static MalformedRule of(MalformedPolicy policy) {
    return (MalformedRule) policy;
  }

  @Override
  public MalformedRule atMost(long sequences) {
    if (sequences < 0) {
      throw new IllegalArgumentException(
          "a budget of " + sequences + " sequences: give 0 (as REPORT does) or more");
    }
    return sequences == 0
        ? REPORTING
        : new MalformedRule(replacement, handler, Math.min(budget, sequences), answered);
  }

  /**
   * A copy of this rule that writes a mark where a sequence is left out, and refuses replacements
   * that conflict with a delimiter.
   *
   * @throws IllegalArgumentException if the text of this rule does
   */
  public MalformedRule forSegments(String mark, Predicate<String> conflicts) {
    String conflict = conflict(conflicts);
    if (conflict != null) {
      throw new IllegalArgumentException(conflict);
    }
    UnaryOperator<String> marked = text -> text.isEmpty() ? mark : text;
    if (replacement == null) {
      UnaryOperator<String> judged =
          text -> {
            if (!text.isEmpty() && conflicts.test(text)) {
              throw new IllegalStateException(
                  "the handler of ill-formed sequences returned text that could make a delimiter");
            }
            return marked.apply(text);
          };
      return new MalformedRule(null, handler, budget, judged);
    }
    return new MalformedRule(marked.apply(replacement), null, budget, marked);
  }

  /** Why this rule is refused where its text must not make a delimiter; null if it is not. */
  public @Nullable String conflict(Predicate<String> conflicts) {
    if (budget > 0 && conflicts.test("\uFFFD")) {
      return "a delimiter holds U+FFFD, which ill-formed text may become: report ill-formed sequences"
          + " (MalformedPolicy.REPORT) or choose another delimiter";
    }
    if (budget > 0
        && replacement != null
        && !replacement.isEmpty()
        && conflicts.test(replacement)) {
      return "the replacement of ill-formed sequences could make a delimiter, and a line or record"
          + " must not contain one; choose another replacement or other delimiters";
    }
    return null;
  }

  /** The text that the user chose for all sequences; empty for a handler, REPORT and REPLACE. */
  public String chosenText() {
    return budget == 0 || replacement == null || replacement.equals("\uFFFD") ? "" : replacement;
  }

  /** Whether some sequence may be left out. */
  boolean mayLeaveOut() {
    return budget > 0 && (replacement == null || replacement.isEmpty());
  }

  /** The text in the place of every sequence; null where a handler is asked. */
  @Nullable String text() {
    return replacement;
  }

  /** The same as a char, {@link IllFormedPolicy#NO_CHAR}, or {@link IllFormedPolicy#NOT_TAKEN}. */
  int onlyChar() {
    return onlyChar;
  }

  /** The number of sequences in a stream that are not reported. */
  long budget() {
    return budget;
  }

  /** The text in the place of a sequence; the handler is asked for it, if there is one. */
  String textFor(IllFormedSequence sequence) {
    return handler == null ? Objects.requireNonNull(replacement) : handled(handler, sequence);
  }

  private String handled(
      Function<? super IllFormedSequence, String> handler, IllFormedSequence sequence) {
    String text = handler.apply(sequence);
    if (text == null || !isWellFormed(text)) {
      throw new IllegalStateException(
          "the handler of ill-formed sequences returned "
              + (text == null ? "null" : "ill-formed text")
              + " for "
              + sequence);
    }
    return answered == null ? text : answered.apply(text);
  }

  /** Makes sure that a replacement that a user chose is text. */
  static void requireWellFormed(String replacement) {
    Objects.requireNonNull(replacement, "replacement");
    if (!isWellFormed(replacement)) {
      throw new IllegalArgumentException(
          "the replacement holds an unpaired surrogate; give well-formed text");
    }
  }

  /** Whether there is no unpaired surrogate. */
  public static boolean isWellFormed(String text) {
    for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
      int scalar = text.codePointAt(at);
      if (scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Written out, because the generated method of a record makes the JDK keep its class and loader.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof MalformedRule that
        && budget == that.budget
        && Objects.equals(replacement, that.replacement)
        && Objects.equals(handler, that.handler)
        && Objects.equals(answered, that.answered);
  }

  @Override
  public int hashCode() {
    return Objects.hash(replacement, handler, budget);
  }

  @Override
  public String toString() {
    String base;
    if (handler != null) {
      base = "handledBy(" + handler + ")";
    } else if ("\uFFFD".equals(replacement)) {
      base = budget == 0 ? "REPORT" : "REPLACE";
    } else {
      base =
          "".equals(replacement)
              ? "SKIP"
              : "replaceWith(" + Quoted.of(Objects.requireNonNull(replacement)) + ")";
    }
    return budget == 0 || budget == Long.MAX_VALUE ? base : base + ".atMost(" + budget + ")";
  }
}
