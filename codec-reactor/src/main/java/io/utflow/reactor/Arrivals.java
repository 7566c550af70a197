/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import java.util.Queue;
import org.jspecify.annotations.Nullable;
import reactor.util.concurrent.Queues;

/**
 * The inputs that wait: put in by the source, taken out by the drainer, each one at a time. One
 * slot is enough until the source sends from inside an {@code onNext}; then there is a queue
 * behind.
 *
 * <p>A superclass of the subscription, and not a part of it, so that a subscription is one object.
 */
abstract class Arrivals<I> {
  private static final int QUEUE_LINK = 8;

  private volatile @Nullable I slot;

  /** For one producer and one consumer. Made when the slot is too small, and kept. */
  private volatile @Nullable Queue<I> queue;

  /** False: something waits already, so that what comes now must go into the queue. */
  final boolean putInSlot(I input) {
    if (queue != null || slot != null) {
      return false;
    }
    slot = input;
    return true;
  }

  final boolean putInQueue(I input) {
    Queue<I> behind = queue;
    if (behind == null) {
      behind = Queues.<I>unbounded(QUEUE_LINK).get();
      queue = behind;
    }
    return behind.add(input);
  }

  /** The first input that waits. */
  final @Nullable I takeFirst() {
    Queue<I> behind = queue; // Read before the slot: what is in the slot came before the queue.
    I input = slot;
    if (input != null) {
      slot = null; // Not otherwise: an input may arrive between the look and the write.
      return input;
    }
    return behind == null ? null : behind.poll();
  }

  /** How many inputs wait; what a monitor may ask for on any thread. */
  final int waiting() {
    Queue<I> behind = queue;
    return (slot == null ? 0 : 1) + (behind == null ? 0 : behind.size());
  }
}
