/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/** Counts the reads that handlers behind it ask for. */
final class ReadCounter extends ChannelOutboundHandlerAdapter {
  private int count;

  @Override
  public void read(ChannelHandlerContext ctx) {
    count++;
    ctx.read();
  }

  int count() {
    return count;
  }
}
