/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The first handler, next to the transport: writes down, in order, all that is to leave. Its
 * promises wait if the test says so.
 */
final class Sent extends ChannelOutboundHandlerAdapter {
  static final String FLUSH = "flush";
  static final String CLOSE = "close";

  private final List<Object> events = new ArrayList<>();
  private final Queue<ChannelPromise> waiting = new ConcurrentLinkedQueue<>();
  private boolean stalled;

  /** Written messages stay unfinished until {@link #proceed()}. */
  Sent stall() {
    stalled = true;
    return this;
  }

  void proceed() {
    stalled = false;
    waiting.forEach(ChannelPromise::setSuccess);
    waiting.clear();
  }

  /** Buffers in hex, other messages as they are; but no flush. */
  List<Object> events() {
    return events.stream().filter(event -> event != FLUSH).toList();
  }

  List<Object> eventsAndFlushes() {
    return events;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf buffer) {
      events.add(ByteBufUtil.hexDump(buffer));
      buffer.release();
    } else {
      events.add(message);
    }
    if (stalled) {
      waiting.add(promise);
    } else {
      promise.trySuccess();
    }
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    events.add(FLUSH);
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    events.add(CLOSE);
    ctx.close(promise);
  }
}
