package io.utflow.codec.pool;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few objects of the process, to borrow and give back. Never waits and never grows: what is not
 * there is made, what has no place is left to the garbage collector. Thread-safe.
 */
public final class Pool<T> {
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
    T pooled = slots.getAndSet(home, null);
    if (pooled == null) {
      pooled = slots.getAndSet(home ^ 1, null);
    }
    return pooled == null ? maker.get() : pooled;
  }

  /** Takes an object back. The caller must not touch it again. */
  public void giveBack(T object) {
    int home = home();
    if (!slots.compareAndSet(home, null, object)) {
      slots.compareAndSet(home ^ 1, null, object);
    }
  }

  /** Threads spread over the slots; a collision costs an allocation, never a wait. */
  private static int home() {
    return (int) Thread.currentThread().getId() & SLOTS - 1;
  }
}
