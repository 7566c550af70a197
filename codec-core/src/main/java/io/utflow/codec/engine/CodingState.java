/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CodingListener;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.illformed.IllFormedPolicy;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.CharBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The common part of decoders and encoders: the phase of the stream, the failure that ended it, the
 * part of a replacement that waits for room in the output, and the calls of the listener.
 *
 * <p>The loop tells it where a stream begins and ends, and its superclass {@link IllFormedPolicy}
 * tells it when an observer or a handler is called. It guarantees that a stream that has ended or
 * failed is not coded on, that no stream is coded from within such a call, and that output for
 * which there was no room is written before anything else. It leaves the bytes of a character to
 * subclasses.
 */
abstract class CodingState extends IllFormedPolicy {
  // The phases are numbers, not an enum: writing a reference may cost a memory fence, and two
  // phases are written for each sequence that an observer sees.

  /** The first bytes may be a byte order mark. */
  private static final byte START = 0;

  /** Text. */
  private static final byte BODY = 1;

  /** An observer, a handler or a listener is being called, and may not call back. */
  private static final byte CALLING = 2;

  /** The end was coded. */
  private static final byte ENDED = 3;

  /** The policy reported a sequence; the failure is known. */
  private static final byte REPORTED = 4;

  /** A handler, an observer or a listener threw; the failure is known. */
  private static final byte FAILED = 5;

  /** The exception that ended the stream, and the ill-formed sequence at which it did, if any. */
  private record Failure(Throwable thrown, @Nullable IllFormedSequence at) {}

  /** Whether the listener of the spec is not called, because the stage calls it. */
  private boolean quiet;

  private byte phase = START;
  private @Nullable Failure failure;

  /** The text that waits for room in the output: a view, because it may be long. */
  private @Nullable CharBuffer waiting;

  /**
   * @param rule what becomes of ill-formed sequences
   * @throws IllegalArgumentException if the system property {@code utflow.kernel} names no kernels
   */
  CodingState(MalformedRule rule) {
    super(rule);
    // A wrong name of kernels fails here, not at the first text.
    Kernels.chosen();
  }

  /** {@return the coder, for a stage, which tells the listener itself} */
  public static <C extends CodingState> C quiet(C coder) {
    CodingState state = coder;
    state.quiet = true;
    return coder;
  }

  // What subclasses say.

  /** Takes one character, or answers false if there is no room for it. */
  abstract boolean accept(Workspace w, int scalar);

  /** {@return how many units of the input were decided since the start of the stream} */
  public abstract long position();

  /** The encoding that is passed to the listener. */
  abstract TextEncoding codedEncoding();

  abstract Optional<CodingListener> specListener();

  // The phases.

  final void begin(boolean mayBeginWithMark) {
    failure = null;
    waiting = null;
    countAnew();
    phase = mayBeginWithMark ? START : BODY;
  }

  /** The byte order mark is decided. */
  final void started() {
    phase = BODY;
  }

  final boolean isAtStart() {
    return phase == START;
  }

  final boolean isInBody() {
    return phase == BODY;
  }

  final void ended() {
    phase = ENDED;
  }

  public final boolean hasEnded() {
    return phase == ENDED;
  }

  public final boolean hasFailed() {
    return phase == REPORTED || phase == FAILED;
  }

  /** Whether it was the policy that ended the stream, not what somebody threw. */
  public final boolean hasReported() {
    return phase == REPORTED;
  }

  /**
   * Whether there is something to do; if not, makes sure that no more than the end follows the end.
   *
   * @param more whether the call brings more than the end
   */
  final boolean isOpenFor(boolean more) {
    if (phase == BODY || phase == START) {
      return true;
    }
    refuseFromWithin();
    if (hasFailed()) {
      throw new IllegalStateException("the stream has failed; reset() begins a new one", failure());
    }
    if (more) {
      throw new IllegalStateException("the stream has ended; reset() begins a new one");
    }
    return false;
  }

  /** Throws if an observer, a handler or a listener, which is being called, calls back. */
  final void refuseFromWithin() {
    if (phase == CALLING) {
      throw new IllegalStateException("called from within its own observer or handler");
    }
  }

  @Override
  protected final void calls(boolean begins) {
    phase = begins ? CALLING : BODY;
  }

  // The failure.

  @Override
  protected final void failsAt(IllFormedSequence sequence, Throwable thrown) {
    failure = new Failure(thrown, sequence);
  }

  /**
   * Ends the stream. Pending units stay, so that position and pending units still tell the units
   * taken.
   */
  final void fail(Throwable e) {
    boolean reported = phase != CALLING && e instanceof IllFormedTextException;
    phase = reported ? REPORTED : FAILED;
    failure = failure == null ? new Failure(e, null) : failure;
    waiting = null;
  }

  /** The stream goes on. */
  final void forgetFailure() {
    failure = null;
    phase = BODY;
  }

  final @Nullable Throwable failure() {
    return failure == null ? null : failure.thrown();
  }

  /** The ill-formed sequence at which the stream failed, until it is taken out. */
  final @Nullable IllFormedSequence failedAt() {
    return failure == null ? null : failure.at();
  }

  /** Replaces the exception that ended the stream by the one that the user sees. */
  final <T extends Throwable> T failAs(T seen) {
    failure = new Failure(seen, null);
    return seen;
  }

  /**
   * Takes out the bytes of the ill-formed sequence at which the stream failed, if it did. A caller
   * that goes on with the stream before that failure was thrown needs them; they come before the
   * pending bytes.
   *
   * @return the bytes as they were received, perhaps none; once
   */
  public final byte[] takeFailed() {
    if (failure == null || failure.at() == null) {
      return new byte[0];
    }
    byte[] bytes = failure.at().bytes();
    failure = new Failure(failure.thrown(), null);
    return bytes;
  }

  public long illFormedCount() {
    return counted();
  }

  // The replacement that waits for room.

  /** Whether text waits for room in the output. */
  final boolean isReplacing() {
    return waiting != null;
  }

  /** Writes a text. False: no room for all of it; the rest waits. */
  final boolean emit(Workspace w, CharSequence text) {
    int next = 0;
    while (next < text.length()) {
      int scalar = Character.codePointAt(text, next);
      if (!accept(w, scalar)) {
        CharBuffer view = text instanceof CharBuffer buffer ? buffer : CharBuffer.wrap(text);
        waiting = view.subSequence(next, text.length());
        return false;
      }
      next += Character.charCount(scalar);
    }
    return true;
  }

  /** Writes the waiting replacement. False: no room for all of it. */
  final boolean emitReplacement(Workspace w) {
    CharBuffer text = Objects.requireNonNull(waiting);
    waiting = null;
    return emit(w, text);
  }

  /** Keeps text that was decoded before the failure, to be taken out. */
  final void keepDecoded(String text) {
    waiting = CharBuffer.wrap(text);
  }

  final int waitingLength() {
    return waiting == null ? 0 : waiting.remaining();
  }

  /**
   * Takes out the part of a replacement for which there was no room in the output. A caller that
   * goes on with the stream needs it; it comes before the pending units.
   *
   * @return the rest of the replacement, perhaps empty
   * @throws IllegalStateException if it is called from an observer or a handler of this object
   */
  public final String takeReplacement() {
    refuseFromWithin();
    String text = waiting == null ? "" : waiting.toString();
    waiting = null;
    return text;
  }

  /**
   * Whether a call with no input, not at the end, would do nothing: no text waits for room, and no
   * failure to be thrown.
   */
  public final boolean isDrained() {
    return waiting == null && (phase == BODY || phase == START);
  }

  // The listener.

  final @Nullable CodingListener listener() {
    return quiet ? null : specListener().orElse(null);
  }

  /**
   * Makes a call and tells the listener, if there is one, what came of it.
   *
   * @param written from the result of the call, or null if it threw, to how much it has written
   */
  final <T> T callAndTell(Supplier<T> call, ToLongFunction<@Nullable T> written) {
    CodingListener listener = listener();
    if (listener == null) {
      return call.get();
    }
    refuseFromWithin();
    long from = position();
    long before = illFormedCount();
    T result = null;
    Throwable thrown = null;
    try {
      result = call.get();
    } catch (Throwable e) {
      thrown = e;
    }
    try {
      tell(listener, position() - from, written.applyAsLong(result), illFormedCount() - before);
    } catch (Throwable e) {
      if (thrown != null && hasFailed()) {
        Throwable failed = Objects.requireNonNull(failure());
        if (failed != e) { // Which would be refused, and hide it.
          failed.addSuppressed(e);
        }
      } else {
        // Also where a validator has returned an ill-formed sequence: no exception can hold e.
        fail(e);
        phase = FAILED;
        thrown = e;
      }
    }
    if (thrown != null) {
      throw Failures.rethrow(thrown);
    }
    return Objects.requireNonNull(result);
  }

  /**
   * Calls the listener with the units coded since the last call, and restores the phase even if it
   * throws.
   */
  private void tell(CodingListener listener, long read, long written, long illFormed) {
    if ((read | written | illFormed) == 0) {
      return;
    }
    byte before = phase;
    phase = CALLING;
    try {
      listener.coded(codedEncoding(), read, written, illFormed);
    } finally {
      phase = before;
    }
  }
}
