/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.function.Consumer;

/**
 * A Netty server on the loopback interface. It gives a receipt for each buffer it reads, decodes
 * it, and answers all of the text in UTF-8 when the client has shut its output down.
 */
final class NettyServer {
  /** Room for the longest piece, so that one read takes all of it. */
  static final int RECEIVE_BUFFER = 4096;

  private final EventLoopGroup group;

  NettyServer(EventLoopGroup group) {
    this.group = group;
  }

  /**
   * Opens a port. On each connection {@code decoding} adds what turns {@code ByteBuf}s into {@code
   * String}s. It closes with the group.
   */
  SocketAddress listen(Consumer<? super ChannelPipeline> decoding) {
    return new ServerBootstrap()
        .group(group)
        .channel(NioServerSocketChannel.class)
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BUFFER))
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(new PieceReceipts());
                decoding.accept(channel.pipeline());
                channel.pipeline().addLast(new Answer());
              }
            })
        .bind(InetAddress.getLoopbackAddress(), 0)
        .syncUninterruptibly()
        .channel()
        .localAddress();
  }

  /** Collects the text and answers it at the end of the input. */
  private static final class Answer extends SimpleChannelInboundHandler<String> {
    private final StringBuilder text = new StringBuilder();

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, String piece) {
      text.append(piece);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ctx.writeAndFlush(ByteBufUtil.writeUtf8(ctx.alloc(), text))
            .addListener(ChannelFutureListener.CLOSE);
      }
      ctx.fireUserEventTriggered(event);
    }
  }
}
