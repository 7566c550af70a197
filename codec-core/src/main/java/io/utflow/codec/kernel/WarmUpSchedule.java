package io.utflow.codec.kernel;

import java.util.function.BooleanSupplier;

/**
 * When the {@link WarmUp} works and when it rests, so that those who decode hardly notice it. A
 * program that is over after {@value #DELAY_MILLIS} milliseconds pays nothing. Then it works in
 * slices of {@value #SLICE_MILLIS} milliseconds or little more, each with a rest behind it that is
 * {@value #REST} times as long as the slice has taken: the busier the machine, the longer the rest.
 * The compiler goes on meanwhile, so less is done in vain by code that it has not compiled yet.
 *
 * <p>An attempt ends after {@value #EFFORT_MILLIS} milliseconds of work, rests not counted. On a
 * busy machine that says little, so there are up to {@value #ATTEMPTS}, with pauses between them
 * that double, half an hour in all; then the compiler of this JVM is not one that makes vectors
 * fast.
 *
 * <p>For the one thread that warms up.
 */
final class WarmUpSchedule {
  static final int DELAY_MILLIS = 3_000;
  static final int SLICE_MILLIS = 10;
  static final int REST = 3;
  static final int EFFORT_MILLIS = 10_000;
  static final int FIRST_PAUSE_MILLIS = 60_000;
  static final int ATTEMPTS = 6;

  private static final long NANOS = 1_000_000;

  /** Time, and its passing. */
  interface Clock {
    long nanos();

    /** Before the first attempt; less, if somebody waits for the choice. */
    void delay(long nanos);

    /** Between two slices. */
    void rest(long nanos);

    /** Between two attempts. */
    void pause(long nanos);
  }

  private final Clock clock;
  private long sliceStart;

  /** Of the slices of this attempt that are over. */
  private long worked;

  WarmUpSchedule(Clock clock) {
    this.clock = clock;
    this.sliceStart = clock.nanos();
  }

  /** Waits for the time to begin. */
  void begin() {
    clock.delay(DELAY_MILLIS * NANOS);
    sliceStart = clock.nanos();
  }

  /** Attempts {@code contest} until it is won, or once too often; the answer: whether it is won. */
  boolean isWon(BooleanSupplier contest) {
    long pause = FIRST_PAUSE_MILLIS * NANOS;
    for (int attempt = 1; ; attempt++) {
      worked = 0;
      if (contest.getAsBoolean()) {
        return true;
      }
      if (attempt == ATTEMPTS) {
        return false;
      }
      clock.pause(pause);
      sliceStart = clock.nanos();
      pause *= 2;
    }
  }

  /** Whether the attempt may go on. */
  boolean goesOn() {
    return worked + clock.nanos() - sliceStart < EFFORT_MILLIS * NANOS;
  }

  /** To be called every few milliseconds of work: rests, if a slice is over. */
  void breathe() {
    long slice = clock.nanos() - sliceStart;
    if (slice >= SLICE_MILLIS * NANOS) {
      worked += slice;
      clock.rest(REST * slice);
      sliceStart = clock.nanos();
    }
  }
}
