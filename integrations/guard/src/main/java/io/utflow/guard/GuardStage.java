/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import io.utflow.codec.stage.TextStage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Guards one stream: copies allowed characters, and acts on the others. */
final class GuardStage implements TextStage<CharSequence, String> {
  /** A piece that is so long is handed on; it is longer by what one character becomes. */
  private static final int PIECE_LENGTH = 8192;

  private static final char NONE = 0;

  private enum State {
    OPEN,
    ENDING,
    FINISHED,
    FAILED,
    CLOSED
  }

  private final TextGuard guard;
  private final Decisions decisions;
  private final AllowedText allowed;
  private final EscapeSequence sequence = new EscapeSequence();
  private State state = State.OPEN;
  private boolean polling;
  private @Nullable CharSequence input;

  /** The number of chars of the input that were taken. */
  private int taken;

  /** The number of chars of the stream that were taken before the input. */
  private long takenBefore;

  /** A high surrogate that waits for a low one, or {@link #NONE}. */
  private char high = NONE;

  /** Whether a CR waits for LF, which alone makes it a line break that is not bare. */
  private boolean carriageReturn;

  /** The failure that ended the stream, after text that goes out first. */
  private @Nullable Throwable failure;

  GuardStage(TextGuard guard) {
    this.guard = guard;
    this.decisions = guard.decisions();
    this.allowed = new AllowedText(decisions);
  }

  @Override
  public void offer(CharSequence next) {
    Objects.requireNonNull(next, "input");
    if (state != State.OPEN) {
      throw new IllegalStateException("no input may follow: the stage is " + state);
    }
    if (input != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    input = next;
  }

  @Override
  public void endOfInput() {
    if (state == State.OPEN) {
      state = State.ENDING;
    }
  }

  @Override
  public @Nullable String poll() {
    if (state != State.ENDING && (state != State.OPEN || input == null)) {
      return null;
    }
    if (polling) {
      throw new IllegalStateException("called from within an observer of the stage");
    }
    polling = true;
    try {
      return next();
    } finally {
      polling = false;
    }
  }

  private @Nullable String next() {
    if (failure != null) {
      throw fail(failure);
    }
    CharSequence from = input == null ? "" : input;
    if (taken == 0 && !isWaiting()) {
      taken = allowed.end(from, 0, from.length());
      if (taken > 0) {
        String piece = from.subSequence(0, taken).toString();
        forgetIfUsedUp(from);
        return piece;
      }
    }
    StringBuilder out = new StringBuilder(Math.min(PIECE_LENGTH, from.length() - taken) + 16);
    try {
      fill(out, from);
      if (taken == from.length() && state == State.ENDING) {
        settle(out);
      }
    } catch (Throwable e) {
      if (out.isEmpty()) {
        throw fail(e);
      }
      failure = e;
      return out.toString();
    }
    forgetIfUsedUp(from);
    if (!out.isEmpty()) {
      return out.toString();
    }
    if (state == State.ENDING) {
      state = State.FINISHED;
    }
    return null;
  }

  /** Whether the next char is not judged by itself. */
  private boolean isWaiting() {
    return high != NONE || carriageReturn || sequence.isOpen();
  }

  private void forgetIfUsedUp(CharSequence from) {
    if (taken == from.length()) {
      takenBefore += taken;
      taken = 0;
      input = null;
    }
  }

  private RuntimeException fail(Throwable e) {
    state = State.FAILED;
    input = null;
    return GuardStage.<RuntimeException>unchanged(e);
  }

  /** An exception of an observer is thrown unchanged, even a checked one. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E unchanged(Throwable e) throws E {
    throw (E) e;
  }

  private void fill(StringBuilder out, CharSequence from) {
    int length = from.length();
    while (taken < length && out.length() < PIECE_LENGTH) {
      if (!isWaiting()) {
        int end = allowed.end(from, taken, Math.min(length, taken + PIECE_LENGTH - out.length()));
        out.append(from, taken, end);
        taken = end;
      }
      if (taken < length && out.length() < PIECE_LENGTH) {
        takeUnit(from.charAt(taken), out);
        taken++;
      }
    }
  }

  private void takeUnit(char c, StringBuilder out) {
    long at = takenBefore + taken;
    if (high != NONE) {
      boolean pair = Character.isLowSurrogate(c);
      take(pair ? Character.toCodePoint(high, c) : high, at - 1, out);
      high = NONE;
      if (pair) {
        return;
      }
    }
    if (Character.isHighSurrogate(c)) {
      high = c;
    } else {
      take(c, at, out);
    }
  }

  private void take(int c, long at, StringBuilder out) {
    if (carriageReturn) {
      if (c == '\n') {
        out.append("\r\n");
        carriageReturn = false;
        return;
      }
      refuse('\r', at - 1, out);
      carriageReturn = false;
    }
    if (sequence.isOpen() && belongsToSequence(c, at, out)) {
      return;
    }
    byte decision = decisions.of(c);
    if (decision == Decisions.ALLOWED) {
      out.appendCodePoint(c);
    } else if (c == '\r' && Decisions.isBare(decision)) {
      carriageReturn = true;
    } else {
      refuse(c, at, out);
    }
  }

  /**
   * A refused sequence yields no output, but a character that must be reported is reported inside
   * it too.
   */
  private boolean belongsToSequence(int c, long at, StringBuilder out) {
    if (c == EscapeSequence.ESC && decisions.of(c) == Decisions.ALLOWED) {
      // It is allowed by its name. Did the string swallow it, or the backslash behind it, what
      // stands beside it would change.
      sequence.endBefore();
      return false;
    }
    boolean mayBeEnd = sequence.isAtStringEscape();
    if (sequence.takes(c)) {
      if (Decisions.actionOf(decisions.of(c)) == GuardAction.REPORT) {
        refuse(c, at, out);
      }
      return true;
    }
    if (!mayBeEnd) {
      return false;
    }
    // The ESC before this character did not end the string: it begins another sequence.
    refuse(EscapeSequence.ESC, at - 1, out);
    return belongsToSequence(c, at, out);
  }

  private void refuse(int c, long at, StringBuilder out) {
    byte decision = decisions.of(c);
    CharacterClass of = Decisions.classOf(decision);
    GuardAction action = Decisions.actionOf(decision);
    guard.tell(of, c, at, action);
    switch (action) {
      case REPLACE -> out.append(guard.replacement());
      case ESCAPE -> VisibleEscape.append(c, out);
      case REPORT -> throw new UnwantedTextException(new UnwantedCharacter(of, c, at, action));
      case DROP, ALLOW -> {}
    }
    if (of == CharacterClass.ESCAPE_SEQUENCES && action != GuardAction.ESCAPE) {
      sequence.open(c);
    }
  }

  private void settle(StringBuilder out) {
    long at = takenBefore + taken;
    if (high != NONE) {
      take(high, at - 1, out);
      high = NONE;
    }
    if (carriageReturn) {
      refuse('\r', at - 1, out);
      carriageReturn = false;
    }
  }

  @Override
  public boolean isSpent() {
    return input == null && state != State.ENDING;
  }

  @Override
  public String takeUndelivered() {
    if (polling) {
      throw new IllegalStateException("called from within an observer of the stage");
    }
    String rest = "";
    if (state != State.FAILED && state != State.CLOSED) {
      rest = carriageReturn ? "\r" : "";
      rest += high == NONE ? "" : high;
      rest += input == null ? "" : input.subSequence(taken, input.length());
    }
    close();
    return rest;
  }

  @Override
  public void close() {
    state = State.CLOSED;
    input = null;
  }
}
