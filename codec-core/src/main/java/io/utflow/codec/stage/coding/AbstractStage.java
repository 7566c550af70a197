/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.BomOutput;
import io.utflow.codec.CodingListener;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The states of a stage, and the calls of its listener, so that a subclass only makes the next
 * output.
 *
 * <p>It is given inputs, one after the other, and the end. It guarantees that an input is drained
 * before the next is taken, that a stream is not read after it has ended, failed or been closed,
 * that no observer, handler or listener calls back the stage that calls it, that a failure comes
 * after the outputs before it, and that the listener is called once for each input. It leaves to
 * subclasses how an output is made, and which input is handed over when the stage is abandoned.
 */
public abstract class AbstractStage<I, O> implements Stage<I, O> {
  public static final byte[] NO_BYTES = new byte[0];

  /** No bytes. Never changes, having no room, so every stage may share it. */
  public static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private enum State {
    OPEN,
    ENDING,
    FINISHED,
    FAILED,
    CLOSED
  }

  private final I nothing;
  private State state = State.OPEN;
  private @Nullable I input;
  private boolean polling;
  private boolean closed;
  private @Nullable Listening<O> listening;

  /** The failure that ends the stream at the next poll, after the output before it. */
  private @Nullable Throwable failure;

  /**
   * @param nothing the empty input, which stands for the end
   */
  protected AbstractStage(I nothing) {
    this.nothing = nothing;
  }

  /**
   * The next output, or null if {@code input} is used up.
   *
   * @param ending whether no input follows this one
   */
  protected abstract @Nullable O next(I input, boolean ending);

  /**
   * Tells a listener of each input from here on.
   *
   * @param named the encoding it is told of until one is resolved
   * @param length of an output, in the units that it is told
   */
  public final void tell(
      CodingListener listener, TextEncoding named, ToIntFunction<? super O> length) {
    listening = new Listening<>(listener, named, read(), length);
  }

  /** How much input was decided: bytes; UTF-16 code units for a stage that encodes. */
  public long read() {
    return 0;
  }

  /** The ill-formed sequences so far. */
  public long illFormedCount() {
    return 0;
  }

  /** The encoding the bytes are read in, once it is known; never known where text is read. */
  public Optional<TextEncoding> resolvedEncoding() {
    return Optional.empty();
  }

  /** Tells of an input that was read; nothing where an observer has closed the stage. */
  private void tellListener(Listening<O> told) {
    if (!closed) {
      told.tell(resolvedEncoding(), read(), illFormedCount());
    }
  }

  @Override
  public final void offer(I next) {
    requireReadyFor(next);
    input = next;
  }

  private void requireReadyFor(I next) {
    Objects.requireNonNull(next, "input");
    requireReady();
    begun(next);
    if (listening != null) {
      listening.offered();
    }
  }

  /** Told of each input before it is read. */
  protected void begun(I input) {}

  /** Throws unless an input may be offered. */
  protected final void requireReady() {
    if (state != State.OPEN) {
      throw new IllegalStateException("no input may follow: the stage is " + state);
    }
    if (input != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    refuseFromWithin();
  }

  @Override
  public final @Nullable O offerAndPoll(I next) {
    if (listening != null || !readsInputGiven()) {
      offer(next);
      return poll();
    }
    requireReadyFor(next);
    polling = true;
    try {
      O output = next(next, false);
      // Most short inputs are used up: to write a reference costs some collectors a memory fence.
      if (output != null && !isOver() && (failure != null || !isUsedUp(next))) {
        input = next;
      }
      return output;
    } catch (Throwable e) {
      state = State.FAILED;
      throw e;
    } finally {
      polling = false;
      if (isOver()) {
        discard();
      }
    }
  }

  /**
   * Whether {@link #next} reads the input that it is given and asks for no other, so that this need
   * not be kept for the call.
   */
  protected boolean readsInputGiven() {
    return false;
  }

  @Override
  public final void endOfInput() {
    if (state == State.OPEN) {
      state = State.ENDING;
    }
  }

  @Override
  public final @Nullable O poll() {
    refuseFromWithin();
    boolean ending = state == State.ENDING;
    if (!ending && (state != State.OPEN || input == null && !hasPutBack())) {
      return null;
    }
    polling = true;
    try {
      return listening == null ? next(ending) : nextTold(listening, ending);
    } finally {
      polling = false;
      if (isOver()) {
        discard();
      }
    }
  }

  private @Nullable O next(boolean ending) {
    try {
      if (failure != null) {
        throw Failures.rethrow(failure);
      }
      O output = next(current(), ending);
      // A listener is told when the input is polled to its end.
      boolean goesOn = !ending && listening == null && failure == null;
      if (output == null || goesOn && isUsedUp(current())) {
        input = null;
        if (output == null && ending && state != State.CLOSED) {
          state = State.FINISHED;
        }
      }
      return output;
    } catch (Throwable e) {
      input = null;
      state = State.FAILED;
      throw e;
    }
  }

  private @Nullable O nextTold(Listening<O> told, boolean ending) {
    O output;
    try {
      output = next(ending);
    } catch (Throwable e) {
      try {
        tellListener(told);
      } catch (Throwable thrownByListener) {
        if (thrownByListener != e) {
          e.addSuppressed(thrownByListener);
        }
      }
      throw e;
    }
    if (output != null) {
      told.yielded(output);
      return output;
    }
    try {
      tellListener(told);
    } catch (Throwable e) {
      close();
      throw e;
    }
    return null;
  }

  /** Ends the stream with {@code e} after the output that {@link #next} returns now. */
  protected final void failBehindOutput(Throwable e) {
    failure = e;
  }

  /** Forgets the failure that was to be thrown: what failed is read in another way. */
  protected final void takeBackFailure() {
    failure = null;
  }

  /**
   * Whether {@code input} will yield nothing more, asked after an output unless the stream is
   * ending.
   */
  protected boolean isUsedUp(I input) {
    return false;
  }

  @Override
  public final boolean isSpent() {
    return input == null && state != State.ENDING && !hasPutBack();
  }

  /** Whether there is something of earlier inputs to be read, without another. */
  protected boolean hasPutBack() {
    return false;
  }

  /** Whether an input is being drained: {@link #current} is not the empty one. */
  protected final boolean hasInput() {
    return input != null;
  }

  /** Takes the input that is being drained; null without one. */
  protected final @Nullable I takeInput() {
    I taken = input;
    input = null;
    return taken;
  }

  /** Goes on with another input in the place of the one being drained. */
  protected final void replaceInput(I other) {
    input = other;
  }

  /** Throws if the stage takes no more input, or if it is called by its own observer or handler. */
  protected final void requireOpen() {
    refuseFromWithin();
    if (state != State.OPEN && state != State.ENDING) {
      throw new IllegalStateException("nothing more is read: the stage is " + state);
    }
  }

  /** Throws if an observer, a handler or the listener calls the stage that is calling it. */
  protected final void refuseFromWithin() {
    if (polling) {
      throw new IllegalStateException(
          "called from within an observer, a handler or the listener of the stage");
    }
  }

  /**
   * Tells the listener how much was read in one encoding before the stage goes on in another. An
   * exception of the listener ends the stream after the outputs before it. The listener may close
   * the stage.
   *
   * @param unread the part of {@link #read()} that will be read again in the other encoding
   * @param illFormed the ill-formed sequences so far, except in that part
   */
  protected final void tellBeforeSwitch(long unread, long illFormed) {
    Listening<O> told = listening;
    if (told == null) {
      return;
    }
    boolean within = polling;
    polling = true;
    try {
      told.tellBeforeSwitch(resolvedEncoding(), read() - unread, illFormed);
    } catch (Throwable e) {
      if (within) {
        throw e;
      }
      failBehindOutput(e);
    } finally {
      polling = within;
      if (!within && isOver()) {
        discard();
      }
    }
  }

  /**
   * Tells the listener of an input that is not used up, before the rest of it is handed over;
   * throws if it is called from an observer, a handler or the listener.
   */
  protected final void beforeHandOver() {
    refuseFromWithin();
    polling = true;
    try {
      if (listening != null && listening.hasInput()) {
        tellListener(listening);
      }
    } finally {
      polling = false;
    }
  }

  /** Whether the failure that ended the stream was thrown. */
  protected final boolean hasFailed() {
    return state == State.FAILED;
  }

  /** Whether the stream has failed or been given up. */
  protected final boolean isOver() {
    return state == State.FAILED || state == State.CLOSED;
  }

  /** The input being drained, or the empty one. */
  protected final I current() {
    return input == null ? nothing : input;
  }

  /** The three joined to one array. */
  public static byte[] join(byte[] first, byte[] second, ByteBuffer rest) {
    byte[] all = Arrays.copyOf(first, first.length + second.length + rest.remaining());
    System.arraycopy(second, 0, all, first.length, second.length);
    rest.get(all, first.length + second.length, rest.remaining());
    return all;
  }

  /** Decoded text as bytes again, for the next reader of the stream. */
  public static byte[] encoded(String text, Optional<TextEncoding> resolved) {
    if (text.isEmpty()) {
      return NO_BYTES;
    }
    TextEncoding encoding =
        resolved.filter(known -> Encoding.of(known).isWritten()).orElse(TextEncoding.UTF_8);
    return EncoderSpec.of(encoding).bom(BomOutput.NEVER).encode(text);
  }

  @Override
  public final void close() {
    input = null;
    closed = true;
    state = State.CLOSED;
    // An observer may close the stage that is reading.
    if (!polling) {
      discard();
    }
  }

  /** Drops what the stage keeps besides its input; nothing is read or polled afterwards. */
  protected void discard() {}
}
