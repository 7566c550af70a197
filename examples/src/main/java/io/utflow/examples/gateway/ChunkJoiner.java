/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * Joins the small chunks of one read from the network into one. A client that sends a body in
 * chunks of a byte costs the server a hundred bytes of objects for each, and a read holds thousands
 * of them; joined, what waits for the next handler is about as large as what was received.
 */
final class ChunkJoiner extends ChannelInboundHandlerAdapter {
  /** Larger chunks are worth an object of their own. */
  private static final int SMALL = 1024;

  private @Nullable ByteBuf joined;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpContent chunk
        && !(message instanceof LastHttpContent)
        && chunk.content().readableBytes() < SMALL) {
      join(ctx, chunk);
    } else {
      passOn(ctx);
      ctx.fireChannelRead(message);
    }
  }

  private void join(ChannelHandlerContext ctx, HttpContent chunk) {
    try {
      if (joined == null) {
        joined = ctx.alloc().buffer(SMALL);
      }
      joined.writeBytes(chunk.content());
    } finally {
      chunk.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    passOn(ctx);
    ctx.fireChannelReadComplete();
  }

  private void passOn(ChannelHandlerContext ctx) {
    ByteBuf body = joined;
    if (body != null) {
      joined = null;
      ctx.fireChannelRead(new DefaultHttpContent(body));
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (joined != null) {
      joined.release();
      joined = null;
    }
  }
}
