/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.Set;

/**
 * Answers requests in their order, and the failure that ends them. A client that does not read its
 * answers is not read: no more are kept than the channel takes, and one.
 */
final class RespHandler extends SimpleChannelInboundHandler<Object> {
  /** HTTP begins so. A browser can be made to send it; the lines of its body are no requests. */
  private static final Set<String> OF_HTTP = Set.of("POST", "HOST:");

  private final RespStore store;
  private boolean ended;

  RespHandler(RespStore store) {
    this.store = store;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Object message) {
    if (ended || !ctx.channel().isActive()) {
      return;
    }
    if (message instanceof RespRequest request) {
      answer(ctx, request);
    } else if (message instanceof Throwable cause) {
      exceptionCaught(ctx, cause);
    }
  }

  private void answer(ChannelHandlerContext ctx, RespRequest request) {
    String name = request.name();
    if (OF_HTTP.contains(name)) {
      end(ctx, "");
    } else if (name.equals("QUIT")) {
      end(ctx, store.answer(request));
    } else {
      ctx.write(bytes(ctx, store.answer(request)));
    }
  }

  private static ByteBuf bytes(ChannelHandlerContext ctx, String reply) {
    int length = ByteBufUtil.utf8Bytes(reply);
    ByteBuf bytes = ctx.alloc().buffer(length);
    ByteBufUtil.reserveAndWriteUtf8(bytes, reply, length);
    return bytes;
  }

  private void end(ChannelHandlerContext ctx, String lastReply) {
    // Before it is written: that may make the channel writable, and the next request is read.
    ended = true;
    ctx.writeAndFlush(bytes(ctx, lastReply)).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Channel channel = ctx.channel();
    channel.config().setAutoRead(channel.isWritable());
    if (!channel.isWritable()) {
      ctx.flush();
    }
    ctx.fireChannelWritabilityChanged();
  }

  /** Ends the connection, because the next bytes could be data or commands. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!ended && ctx.channel().isActive()) {
      Throwable why = cause.getCause() == null ? cause : cause.getCause();
      end(ctx, RespReply.error("Protocol error: " + why.getMessage()));
    }
  }
}
