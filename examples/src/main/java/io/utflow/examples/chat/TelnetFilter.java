/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/** Removes the commands of telnet in front of a decoder. */
final class TelnetFilter extends SimpleChannelInboundHandler<ByteBuf> {
  private final Telnet telnet;

  TelnetFilter(Telnet telnet) {
    this.telnet = telnet;
  }

  /** The rules by which it removes commands. */
  Telnet telnet() {
    return telnet;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
    while (bytes.isReadable() && !ctx.isRemoved()) {
      ctx.fireChannelRead(upToLineFeed(ctx, bytes));
    }
    if (bytes.isReadable()) {
      ctx.fireChannelRead(bytes.readRetainedSlice(bytes.readableBytes()));
    }
  }

  /** No more: if the line names another charset, this filter may be removed. */
  private ByteBuf upToLineFeed(ChannelHandlerContext ctx, ByteBuf bytes) {
    ByteBuf text = ctx.alloc().heapBuffer(bytes.readableBytes() + 1);
    byte next = 0;
    while (bytes.isReadable() && next != '\n') {
      next = bytes.readByte();
      telnet.take(next, text);
    }
    return text;
  }

  /** An IAC that ends the stream is a letter in charsets that have one there. */
  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ByteBuf text = ctx.alloc().heapBuffer(1);
    telnet.end(text);
    ctx.fireChannelRead(text);
    ctx.fireChannelInactive();
  }
}
