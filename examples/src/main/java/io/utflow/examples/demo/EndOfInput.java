/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import reactor.netty.ByteBufFlux;
import reactor.netty.NettyInbound;

/**
 * Ends the {@code Flux} of received buffers when the client shuts its output down. By itself
 * reactor-netty ends it when the connection is closed, too late to answer.
 */
final class EndOfInput extends ChannelInboundHandlerAdapter {
  private static final Object MARK = new Object();

  /** The buffers up to the end; like {@link NettyInbound#receive()} released after onNext. */
  static ByteBufFlux receive(NettyInbound in) {
    return ByteBufFlux.fromInbound(in.receiveObject().takeWhile(message -> message != MARK));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      ctx.fireChannelRead(MARK);
    }
    ctx.fireUserEventTriggered(event);
  }
}
