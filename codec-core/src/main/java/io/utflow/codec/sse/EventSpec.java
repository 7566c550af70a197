/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.stage.TooLongPolicy;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings for reading an event stream. Immutable and thread-safe: one spec serves all streams. The
 * methods that change something return a new spec.
 *
 * <pre>{@code
 * EventSpec events = EventSpec.DEFAULT.maxChars(100_000).onTooLong(TooLongPolicy.DISCARD);
 * }</pre>
 *
 * <p>An event that the end of the stream cuts is never delivered, as the standard demands: half a
 * JSON text must not be taken for a whole one.
 */
public final class EventSpec {
  private static final int NOT_SET = 0;
  private static final int MAX_CHARS = 1 << 20;

  /**
   * The events that the standard delivers, and a failure if one is longer than the bound: 1,048,576
   * chars, because anyone may be the peer, or 16,777,216 where the program has chosen it, as in
   * {@code TextBodies.ofEvents} and {@code WebClient}.
   */
  public static final EventSpec DEFAULT = new EventSpec(NOT_SET, TooLongPolicy.FAIL, null, false);

  /** The bound, or {@link #NOT_SET}. */
  private final int maxChars;

  private final TooLongPolicy onTooLong;
  private final @Nullable Consumer<? super TooLongEvent> observer;
  private final boolean keepAll;

  private EventSpec(
      int maxChars,
      TooLongPolicy onTooLong,
      @Nullable Consumer<? super TooLongEvent> observer,
      boolean keepAll) {
    this.maxChars = maxChars;
    this.onTooLong = onTooLong;
    this.observer = observer;
    this.keepAll = keepAll;
  }

  /**
   * {@return a spec with this bound, in UTF-16 code units} It is for each line of the stream,
   * without its terminator, and for the data of an event, with the LF between two lines of it. Each
   * is judged where a line ends; a line that the end of the stream cuts is discarded, however long
   * it is. No more than some times the bound is in memory, whatever is sent.
   *
   * @param chars the bound, at least 1
   * @throws IllegalArgumentException if below 1
   */
  public EventSpec maxChars(int chars) {
    if (chars < 1) {
      throw new IllegalArgumentException("maxChars " + chars + ": give at least 1 char");
    }
    return new EventSpec(chars, onTooLong, observer, keepAll);
  }

  /**
   * {@return a spec with this bound if {@link #maxChars(int)} has set none, else this spec} For
   * what reads events in a place of its own, which knows who may send them.
   *
   * @param chars the bound, in UTF-16 code units, at least 1
   * @throws IllegalArgumentException if below 1
   */
  public EventSpec maxCharsElse(int chars) {
    EventSpec bounded = maxChars(chars);
    return maxChars == NOT_SET ? bounded : this;
  }

  /**
   * {@return a spec with this policy for events over the bound} {@link TooLongPolicy#FAIL}, the
   * default, fails the stream with a {@link TooLongEventException}; {@link TooLongPolicy#DISCARD}
   * leaves the event out, though an id in it counts, so that it is not asked for again.
   *
   * @param policy what becomes of an event over the bound
   * @throws IllegalArgumentException if it is {@link TooLongPolicy#TRUNCATE}: a part of the data
   *     would pass for the whole
   */
  public EventSpec onTooLong(TooLongPolicy policy) {
    if (policy == TooLongPolicy.TRUNCATE) {
      throw new IllegalArgumentException("an event is not cut: give FAIL or DISCARD");
    }
    return new EventSpec(maxChars, Objects.requireNonNull(policy, "policy"), observer, keepAll);
  }

  /**
   * {@return a spec with an observer that is told of every event that passes the bound, once, at
   * the end of the line by which it does, on the decoding thread} A spec may serve many streams, so
   * it must be thread-safe.
   *
   * @param observer replaces an earlier one
   */
  public EventSpec observer(Consumer<? super TooLongEvent> observer) {
    return new EventSpec(
        maxChars, onTooLong, Objects.requireNonNull(observer, "observer"), keepAll);
  }

  /**
   * {@return a spec with all that the stream says, for a relay: comments, and blocks that have an
   * id, a retry or a type, but no data} A comment comes at the end of its line, as an event that
   * has nothing else, also from inside of another event, which it is no part of. By default there
   * are only the events that the standard delivers.
   *
   * @param all whether comments and blocks without data are kept
   */
  public EventSpec keepAll(boolean all) {
    return new EventSpec(maxChars, onTooLong, observer, all);
  }

  /** {@return the bound, in UTF-16 code units; 1,048,576 by default} */
  public int maxChars() {
    return maxChars == NOT_SET ? MAX_CHARS : maxChars;
  }

  /** {@return the policy for longer events} */
  public TooLongPolicy onTooLong() {
    return onTooLong;
  }

  /** {@return the observer of longer events, if one is set} */
  public Optional<Consumer<? super TooLongEvent>> observer() {
    return Optional.ofNullable(observer);
  }

  /** {@return whether comments and blocks without data are kept} */
  public boolean keepsAll() {
    return keepAll;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventSpec that
        && maxChars == that.maxChars
        && onTooLong == that.onTooLong
        && Objects.equals(observer, that.observer)
        && keepAll == that.keepAll;
  }

  @Override
  public int hashCode() {
    return Objects.hash(maxChars, onTooLong, observer, keepAll);
  }

  @Override
  public String toString() {
    return "EventSpec[at most "
        + maxChars()
        + " chars, else "
        + onTooLong
        + (observer == null ? "" : ", observed")
        + (keepAll ? ", all is kept" : "")
        + "]";
  }
}
