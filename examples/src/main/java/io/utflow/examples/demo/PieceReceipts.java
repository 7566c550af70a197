/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Stands in front of the decoder and answers each buffer with its length, as an unsigned short, and
 * hands the very same buffer on. TCP is free to join and to split what a sender writes; a sender
 * that waits for each receipt knows what the decoder got.
 */
final class PieceReceipts extends ChannelInboundHandlerAdapter {
  /** The size of a receipt. */
  static final int BYTES = Short.BYTES;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    int length = ((ByteBuf) message).readableBytes();
    ctx.writeAndFlush(ctx.alloc().buffer(BYTES).writeShort(length));
    ctx.fireChannelRead(message);
  }
}
