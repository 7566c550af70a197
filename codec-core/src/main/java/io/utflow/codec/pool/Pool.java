/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few objects of the process, to borrow and give back. Never waits and never grows: where all are
 * lent one is made, and the one whose place it takes is left to the garbage collector. Thread-safe.
 *
 * <p>An object keeps its place while it is lent, so lending and giving back write to nothing but
 * the object.
 *
 * @param <T> what it lends
 */
public final class Pool<T extends Pooled> {
  private static final int SLOTS =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors());

  /** The number of refusals in a row for which a lent object is expected to come back. */
  private static final int MOST_REFUSALS = 64;

  private final AtomicReferenceArray<@Nullable T> slots;
  private final Supplier<T> maker;
  private final AtomicInteger refusals = new AtomicInteger();

  /**
   * A pool.
   *
   * @param maker makes its objects
   */
  public Pool(Supplier<T> maker) {
    this(maker, SLOTS);
  }

  /**
   * One that keeps few.
   *
   * @param maker makes its objects
   * @param most how many it keeps at most, a power of two that is at least two
   */
  public Pool(Supplier<T> maker, int most) {
    this.maker = maker;
    this.slots = new AtomicReferenceArray<>(Math.min(most, SLOTS));
  }

  /** {@return an object that is the caller's alone until it is given back} */
  public T borrow() {
    T free = free();
    return free == null ? make() : free;
  }

  /**
   * {@return an object that belongs to the caller alone until it is given back, or null if all that
   * the pool would lend to this thread are lent} After many such calls, one makes a new object in
   * the place of a lent one.
   */
  public @Nullable T borrowFree() {
    T free = free();
    return free == null && (hasPlace() || refusals.incrementAndGet() % MOST_REFUSALS == 0)
        ? make()
        : free;
  }

  private @Nullable T free() {
    int home = home();
    T pooled = slots.get(home);
    if (pooled != null && pooled.lend()) {
      return pooled;
    }
    T other = slots.get(home ^ 1);
    return other != null && other.lend() ? other : null;
  }

  /**
   * {@return the object in one of the two places that this thread looks at, lent or not; or null}
   *
   * @param other whether it is the second place
   */
  @Nullable T near(boolean other) {
    return slots.get(other ? home() ^ 1 : home());
  }

  private boolean hasPlace() {
    int home = home();
    return slots.get(home) == null || slots.get(home ^ 1) == null;
  }

  /** Makes an object, perhaps in the place of a lent one, which may never be given back. */
  private T make() {
    int home = home();
    T made = maker.get();
    slots.set(slots.get(home ^ 1) == null ? home ^ 1 : home, made);
    return made;
  }

  /**
   * Takes an object back.
   *
   * @param object was borrowed here; the caller must not touch it again
   */
  public void giveBack(T object) {
    object.free();
  }

  /** Threads spread over the slots; a collision costs an allocation, never a wait. */
  private int home() {
    return (int) Thread.currentThread().getId() & slots.length() - 1;
  }
}
