/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;

/**
 * Closes the connection of a peer that sends no more, when all its answers are written. Without it
 * Netty closes the connection at once, and drops the answers that the peer has not read yet. The
 * last handler of a connection with {@link ChannelOption#ALLOW_HALF_CLOSURE}.
 */
@Sharable
public final class CloseWhenAnswered extends ChannelInboundHandlerAdapter {
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      // Through no encoder: they expect messages of their own.
      ctx.pipeline()
          .firstContext()
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(ChannelFutureListener.CLOSE);
    }
    ctx.fireUserEventTriggered(event);
  }
}
