/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Closes connections beyond a number, in all and from one address, so that a peer that opens many
 * leaves room for the others. The first handler of each connection of a server.
 */
@Sharable
public final class ConnectionLimit extends ChannelInboundHandlerAdapter {
  private final int most;
  private final int mostPerAddress;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentMap<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();
  private final Counter refused;

  /**
   * @param most connections that are open at once
   * @param mostPerAddress of them from one address
   */
  public ConnectionLimit(int most, int mostPerAddress, MeterRegistry registry) {
    this.most = most;
    this.mostPerAddress = mostPerAddress;
    this.refused = registry.counter("connections.refused");
    registry.gauge("connections.open", open);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    InetAddress address = ((InetSocketAddress) ctx.channel().remoteAddress()).getAddress();
    int all = open.incrementAndGet();
    int fromThere = openByAddress.merge(address, 1, Integer::sum);
    ctx.channel().closeFuture().addListener(closed -> release(address));
    if (all > most || fromThere > mostPerAddress) {
      refused.increment();
      ctx.close();
    }
  }

  private void release(InetAddress address) {
    open.decrementAndGet();
    openByAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
  }
}
