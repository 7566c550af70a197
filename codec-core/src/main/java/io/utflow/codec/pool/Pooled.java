/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** An object that a {@link Pool} lends; it knows whether it is lent. */
public abstract class Pooled {
  private static final AtomicIntegerFieldUpdater<Pooled> LENT =
      AtomicIntegerFieldUpdater.newUpdater(Pooled.class, "lent");

  /** 1, or 0 while anybody may have it. It is made for whoever asked for it. */
  private volatile int lent = 1;

  /** For subclasses. */
  protected Pooled() {}

  /** Whether it was free, and is the caller's now. */
  final boolean lend() {
    return lent == 0 && LENT.compareAndSet(this, 0, 1);
  }

  /** The next borrower, on any thread, sees the changes that the caller made to it. */
  final void free() {
    LENT.lazySet(this, 0);
  }
}
