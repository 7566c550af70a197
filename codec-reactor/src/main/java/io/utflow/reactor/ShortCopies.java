/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.pool.ShortCopy;
import java.lang.ref.WeakReference;

/** The array of each thread to which short buffers are copied. */
final class ShortCopies {
  /**
   * Held weakly, and not by a FastThreadLocal: else an event loop would hold the class loader of
   * this class.
   */
  private static final ThreadLocal<WeakReference<ShortCopy>> OF_THREAD = new ThreadLocal<>();

  private ShortCopies() {}

  /** That of the thread, lent to the caller; one of its own if it is lent already. */
  static ShortCopy borrow(int length) {
    WeakReference<ShortCopy> held = OF_THREAD.get();
    ShortCopy copy = held == null ? null : held.get();
    if (copy == null) {
      copy = ShortCopy.ofThread();
      OF_THREAD.set(new WeakReference<>(copy));
    }
    return copy.lend(length);
  }
}
