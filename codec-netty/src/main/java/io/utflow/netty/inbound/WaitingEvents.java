/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that reach a handler while it is busy, in order. Nothing is allocated until an event
 * waits.
 */
public final class WaitingEvents {
  private @Nullable ArrayDeque<Object> events;

  public void add(Object event) {
    queue().add(event);
  }

  /** Puts an event before all others. */
  public void addFirst(Object event) {
    queue().addFirst(event);
  }

  private ArrayDeque<Object> queue() {
    ArrayDeque<Object> queue = events == null ? new ArrayDeque<>(4) : events;
    events = queue;
    return queue;
  }

  public boolean isEmpty() {
    return events == null || events.isEmpty();
  }

  /** The next event, or null if no event waits. */
  public @Nullable Object poll() {
    if (events == null) {
      return null;
    }
    Object event = events.poll();
    if (event == null) {
      events = null;
    }
    return event;
  }

  /**
   * Releases the buffers that wait, and drops what belongs to them; other events stay.
   *
   * @param bufferOf the buffer of an event, or null
   * @param isDropped whether an event without a buffer is dropped
   * @return how many bytes those were
   */
  public long discard(Function<Object, @Nullable ByteBuf> bufferOf, Predicate<Object> isDropped) {
    if (events == null) {
      return 0;
    }
    long bytes = 0;
    ArrayDeque<Object> others = new ArrayDeque<>();
    for (Object event : events) {
      ByteBuf buffer = bufferOf.apply(event);
      if (buffer != null) {
        bytes += buffer.readableBytes();
        ReferenceCountUtil.safeRelease(buffer);
      } else if (!isDropped.test(event)) {
        others.add(event);
      }
    }
    events = others;
    return bytes;
  }
}
