/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import java.util.Queue;
import org.jspecify.annotations.Nullable;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * The inputs that wait: the source puts them in, the drainer takes them out, one at a time. One
 * slot is enough, unless the source sends from inside an {@code onNext}: those inputs go into a
 * queue after the slot. Also releases the inputs that will not be read.
 *
 * <p>A superclass of the subscription, and not a part of it, so that a subscription is one object.
 */
abstract class Arrivals<I> implements Scannable {
  private static final int QUEUE_LINK = 8;

  final Ownership<? super I> inputs;

  private volatile @Nullable I slot;

  /** For one producer and one consumer. Made when the slot is too small, and kept. */
  private volatile @Nullable Queue<I> queue;

  Arrivals(Ownership<? super I> inputs) {
    this.inputs = inputs;
  }

  /** The context of the subscriber, whose hooks are asked. */
  public abstract Context currentContext();

  /** False: an input waits already, so this one must go into the queue. */
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

  /** Whether an input waits. Called by the source. */
  final boolean isWaiting() {
    Queue<I> behind = queue;
    return slot != null || behind != null && !behind.isEmpty();
  }

  /** Answers the questions of a monitor, on any thread. */
  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PREFETCH) {
      return 1;
    }
    if (key == Attr.BUFFERED) {
      Queue<I> behind = queue;
      return (slot == null ? 0 : 1) + (behind == null ? 0 : behind.size());
    }
    return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : null;
  }

  /** Shows the input to the {@code onNextDropped} hook, and releases it unless the hook did. */
  final void drop(I input) {
    int references = inputs.references(input);
    try {
      Operators.onNextDropped(input, currentContext());
    } finally {
      if (inputs.references(input) >= references) {
        release(inputs, input);
      }
    }
  }

  final void releaseWaiting() {
    for (I input = takeFirst(); input != null; input = takeFirst()) {
      release(inputs, input);
    }
  }

  /**
   * Releases an object; a failure goes to {@code onErrorDropped}, so that the subscriber still gets
   * its signal.
   */
  final <T> void release(Ownership<? super T> ownership, @Nullable T object) {
    if (object != null) {
      try {
        ownership.release(object);
      } catch (Throwable failure) {
        Operators.onErrorDropped(failure, currentContext());
      }
    }
  }
}
