/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What reaches a handler while it is busy, in order. Nothing is allocated until something waits.
 */
final class WaitingEvents {
  private @Nullable ArrayDeque<Object> events;

  void add(Object event) {
    if (events == null) {
      events = new ArrayDeque<>(4);
    }
    events.add(event);
  }

  /** The next event, or null if none waits. */
  @Nullable Object poll() {
    if (events == null) {
      return null;
    }
    Object event = events.poll();
    if (event == null) {
      events = null;
    }
    return event;
  }

  /** Releases the buffers that wait, other events stay; answers how many bytes those were. */
  long discardBuffers() {
    if (events == null) {
      return 0;
    }
    long bytes = 0;
    ArrayDeque<Object> others = new ArrayDeque<>();
    for (Object event : events) {
      if (event instanceof ByteBuf buffer) {
        bytes += buffer.readableBytes();
        ReferenceCountUtil.safeRelease(buffer);
      } else {
        others.add(event);
      }
    }
    events = others;
    return bytes;
  }
}
