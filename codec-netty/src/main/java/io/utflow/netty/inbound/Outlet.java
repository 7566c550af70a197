/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** Receives the outputs of a {@link StageReader}. */
public interface Outlet {
  /** As it is: outputs are messages, and so are the bytes that are handed over. */
  Outlet AS_IT_IS = new Outlet() {};

  /** Fires an output. */
  default void fire(ChannelHandlerContext ctx, Object output) {
    ctx.fireChannelRead(output);
  }

  /** Fires the bytes that have not become an output, at the removal of the handler. */
  default void fireRest(ChannelHandlerContext ctx, ByteBuf rest) {
    ctx.fireChannelRead(rest);
  }
}
