/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import java.util.function.BooleanSupplier;

/**
 * When the {@link WarmUp} works and when it rests, so that threads which decode hardly notice it.
 * It begins after {@value #DELAY_MILLIS} milliseconds, so a short program pays nothing. Then it
 * works in slices of {@value #SLICE_MILLIS} milliseconds or a little more. After each it rests
 * {@value #REST} times as long as the slice took, so the busier the machine, the longer the rest.
 * While it rests the compiler goes on, and less work is done in code that is not compiled yet.
 *
 * <p>An attempt ends after {@value #EFFORT_MILLIS} milliseconds of work, rests not counted. On a
 * busy machine one attempt says little, so there are up to {@value #ATTEMPTS}, with pauses between
 * them that double, half an hour in all. After that it is assumed that this JVM does not make
 * vectors fast. Kernels without vectors have {@linkplain #once one} attempt of {@value
 * #SHORT_EFFORT_MILLIS} milliseconds.
 *
 * <p>Not thread-safe: only the thread that warms up uses it.
 */
final class WarmUpSchedule {
  static final int DELAY_MILLIS = 3_000;
  static final int SLICE_MILLIS = 10;
  static final int REST = 3;
  static final int EFFORT_MILLIS = 10_000;
  static final int FIRST_PAUSE_MILLIS = 60_000;
  static final int ATTEMPTS = 6;
  static final int SHORT_EFFORT_MILLIS = 1_000;

  private static final long NANOS = 1_000_000;

  /** Tells the time and waits; the tests have one of their own. */
  interface Clock {
    long nanos();

    /** Waits before the first attempt, less if a caller waits for the choice. */
    void delay(long nanos);

    /** Waits between two slices. */
    void rest(long nanos);

    /** Waits between two attempts. */
    void pause(long nanos);
  }

  private final Clock clock;
  private final int attempts;
  private final int effortMillis;
  private long sliceStart;

  /** The nanoseconds of work in the completed slices of this attempt. */
  private long worked;

  WarmUpSchedule(Clock clock) {
    this(clock, ATTEMPTS, EFFORT_MILLIS);
  }

  private WarmUpSchedule(Clock clock, int attempts, int effortMillis) {
    this.clock = clock;
    this.attempts = attempts;
    this.effortMillis = effortMillis;
    this.sliceStart = clock.nanos();
  }

  /** One short attempt, for what the JVM compiles within a fraction of a second. */
  WarmUpSchedule once() {
    return new WarmUpSchedule(clock, 1, SHORT_EFFORT_MILLIS);
  }

  /** Waits until the first attempt may begin. */
  void begin() {
    clock.delay(DELAY_MILLIS * NANOS);
    sliceStart = clock.nanos();
  }

  /**
   * Runs {@code contest} until it is won or all attempts are used up; returns whether it is won.
   */
  boolean isWon(BooleanSupplier contest) {
    long pause = FIRST_PAUSE_MILLIS * NANOS;
    for (int attempt = 1; ; attempt++) {
      worked = 0;
      sliceStart = clock.nanos();
      if (contest.getAsBoolean()) {
        return true;
      }
      if (attempt == attempts) {
        return false;
      }
      clock.pause(pause);
      pause *= 2;
    }
  }

  /** Whether the attempt may go on. */
  boolean mayGoOn() {
    return worked + clock.nanos() - sliceStart < effortMillis * NANOS;
  }

  /** Rests if a slice is over; to be called every few milliseconds of work. */
  void restIfDue() {
    long slice = clock.nanos() - sliceStart;
    if (slice >= SLICE_MILLIS * NANOS) {
      worked += slice;
      clock.rest(REST * slice);
      sliceStart = clock.nanos();
    }
  }
}
