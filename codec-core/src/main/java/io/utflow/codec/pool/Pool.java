/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few objects of the process, to borrow and give back. Never waits and never grows: where all are
 * lent one is made, and the one whose place it takes is left to the garbage collector. Thread-safe.
 *
 * <p>An object keeps its place while it is lent, so lending and giving back write to nothing but
 * the object.
 */
public final class Pool<T extends Pooled> {
  private static final int SLOTS =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors());

  private final AtomicReferenceArray<@Nullable T> slots = new AtomicReferenceArray<>(SLOTS);
  private final Supplier<T> maker;

  /** A pool whose objects {@code maker} makes. */
  public Pool(Supplier<T> maker) {
    this.maker = maker;
  }

  /** An object that is the caller's alone until it is given back. */
  public T borrow() {
    int home = home();
    T pooled = slots.get(home);
    if (pooled != null && pooled.lend()) {
      return pooled;
    }
    T other = slots.get(home ^ 1);
    if (other != null && other.lend()) {
      return other;
    }
    T made = maker.get();
    // Perhaps in the place of one that is lent, for that may never be given back.
    slots.set(other == null ? home ^ 1 : home, made);
    return made;
  }

  /** Takes an object back. The caller must not touch it again. */
  public void giveBack(T object) {
    object.giveBack();
  }

  /** Threads spread over the slots; a collision costs an allocation, never a wait. */
  private static int home() {
    return (int) Thread.currentThread().getId() & SLOTS - 1;
  }
}
