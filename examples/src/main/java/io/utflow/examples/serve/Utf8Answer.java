/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;

/**
 * Sends each piece of text back in UTF-8 and closes when the client has sent all. While the client
 * does not read the answer, nothing more is read from it.
 *
 * <p>No piece ends inside a surrogate pair, so each can be encoded by itself.
 */
final class Utf8Answer extends SimpleChannelInboundHandler<String> {
  private final IllFormedSummary illFormed;

  Utf8Answer(IllFormedSummary illFormed) {
    this.illFormed = illFormed;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, String text) {
    ctx.write(ByteBufUtil.writeUtf8(ctx.alloc(), text));
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Channel channel = ctx.channel();
    channel.config().setAutoRead(channel.isWritable());
  }

  /** Closes after the answer when the client has shut its output down. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    illFormed.close();
  }

  /** A client that disconnects in the middle is not reported. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }
}
