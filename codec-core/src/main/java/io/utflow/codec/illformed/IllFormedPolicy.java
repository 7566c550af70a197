/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.encodings.Encoding;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides the treatment of each ill-formed sequence in a stream: whether an observer is called,
 * which text replaces it, whether it fails the stream. Every coder and every packed text extends
 * this class; no other code decides this. ({@link UnmappableRule} decides it for characters that an
 * encoding cannot encode.)
 *
 * <p>It is given each sequence once, in order, when all text before it was taken: by {@link
 * #takeNext} and, if {@link #unseenNext} has answered no text, {@link #replacementOf}; or by {@link
 * #takeOneChar}. It guarantees that a sequence is counted before the observer is told, and that the
 * observer is told before a handler is asked or the stream fails. It leaves to the subclass to find
 * sequences, to move past them, and to make room for the text. A superclass, not a field, so that
 * an idle coder is one object.
 */
public abstract class IllFormedPolicy {
  /** The answer of {@link #takeOneChar}: nothing is written. */
  public static final int NO_CHAR = -1;

  /** Its other answer: the sequence is not taken, because one char is not enough. */
  public static final int NOT_TAKEN = -2;

  private final MalformedRule rule;
  private long count;

  /**
   * @param rule what the user wants to become of ill-formed sequences
   */
  protected IllFormedPolicy(MalformedRule rule) {
    this.rule = rule;
  }

  // What a stream says.

  /** The observer of each sequence, if there is one. */
  protected abstract @Nullable Consumer<? super IllFormedSequence> observer();

  /**
   * A replacement as it can be written, where the stream is written in an encoding.
   *
   * @param replaced what it replaces; null if that is not described
   * @return null if that must be described, to report that the replacement cannot be encoded
   */
  protected @Nullable String writable(String text, @Nullable IllFormedSequence replaced) {
    return text;
  }

  /**
   * Told before an observer or a handler is called, and when it has returned; not if it has thrown.
   */
  protected void calls(boolean begins) {}

  /** Called before the stream fails at a sequence with this exception. */
  protected void failsAt(IllFormedSequence sequence, Throwable thrown) {}

  /**
   * The text in the place of a sequence that the user wants to be reported; null if it fails the
   * stream.
   */
  protected @Nullable String insteadOfReport(IllFormedSequence sequence) {
    return null;
  }

  // What becomes of the next sequence.

  /** Begins a new stream. */
  protected final void countAnew() {
    count = 0;
  }

  /** The number of sequences since the start of the stream. */
  protected final long counted() {
    return count;
  }

  /** Whether the next sequence fails the stream. */
  protected final boolean reportsNext() {
    return count >= rule.budget();
  }

  /** The text in the place of the next sequence; null if somebody is to see that. */
  protected final @Nullable String unseenNext() {
    String text = rule.text();
    return text == null || reportsNext() || observer() != null ? null : writable(text, null);
  }

  /** Takes the next sequence. */
  protected final void takeNext() {
    count++;
  }

  /**
   * The text in the place of the sequence taken last, which somebody is to see; or throws what
   * fails the stream.
   */
  protected final String replacementOf(IllFormedSequence sequence) {
    tell(sequence, observer());
    if (count > rule.budget()) {
      String instead = insteadOfReport(sequence);
      if (instead == null) {
        throw report(sequence);
      }
      return instead;
    }
    try {
      calls(true);
      String text = rule.textFor(sequence);
      calls(false);
      return Objects.requireNonNull(writable(text, sequence));
    } catch (Throwable e) {
      failsAt(sequence, e);
      throw e;
    }
  }

  /**
   * Takes the next sequence of a flood, which is described only if there is an observer.
   *
   * @param step what the form has said of the bytes of {@code src} from {@code from} on
   * @param offset of the first byte in the stream
   * @param observer the {@link #observer}
   * @return the char in its place, {@link #NO_CHAR}, or {@link #NOT_TAKEN}: where another text
   *     stands there or it fails the stream
   */
  protected final int takeOneChar(
      SequenceKinds kinds,
      Encoding encoding,
      byte[] src,
      int from,
      int step,
      long offset,
      @Nullable Consumer<? super IllFormedSequence> observer) {
    int only = rule.onlyChar();
    if (only == NOT_TAKEN || reportsNext()) {
      return NOT_TAKEN;
    }
    count++;
    if (observer != null) {
      tell(kinds.describe(encoding, src, from, step, offset), observer);
    }
    return only;
  }

  /** Takes a sequence that fails the stream whatever the user wants; answers what to throw. */
  protected final IllFormedTextException refused(IllFormedSequence sequence) {
    count++;
    tell(sequence, observer());
    return report(sequence);
  }

  /** The answer of a handler; its exceptions fail the stream at the sequence. */
  final String ask(IllFormedSequence sequence, Function<IllFormedSequence, String> handler) {
    try {
      calls(true);
      String text = handler.apply(sequence);
      calls(false);
      return text;
    } catch (Throwable e) {
      failsAt(sequence, e);
      throw e;
    }
  }

  /** Calls an observer; its exceptions fail the stream at the sequence. */
  final void tell(
      IllFormedSequence sequence, @Nullable Consumer<? super IllFormedSequence> observer) {
    if (observer != null) {
      try {
        calls(true);
        observer.accept(sequence);
        calls(false);
      } catch (Throwable e) {
        failsAt(sequence, e);
        throw e;
      }
    }
  }

  /** The exception if the stream fails at a sequence. */
  final IllFormedTextException report(IllFormedSequence sequence) {
    IllFormedTextException report = sequence.toException();
    failsAt(sequence, report);
    return report;
  }

  // What may become of sequences.

  /**
   * Whether no observer or handler sees when a sequence is read, and each sequence becomes at most
   * one char. Then the bytes of a stream may be gathered, or decoded ahead of the demand.
   */
  public static boolean isUnseen(DecoderSpec spec) {
    MalformedRule rule = MalformedRule.of(spec.onMalformed());
    return rule.onlyChar() != NOT_TAKEN
        && rule.budget() == Long.MAX_VALUE
        && spec.observer().isEmpty()
        && spec.listener().isEmpty();
  }

  /** Whether a sequence may be left out, without a text in its place. */
  public static boolean mayLeaveOut(DecoderSpec spec) {
    return MalformedRule.of(spec.onMalformed()).mayLeaveOut();
  }
}
