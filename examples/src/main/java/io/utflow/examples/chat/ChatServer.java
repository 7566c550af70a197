/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.TextEncoding;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Listens on the loopback interface; each member receives what the others write. */
final class ChatServer implements AutoCloseable {
  /** Small, for every few bytes of a read may be a command, each with an answer. */
  private static final AdaptiveRecvByteBufAllocator SMALL_READS =
      new AdaptiveRecvByteBufAllocator(64, 1024, 4096);

  // One thread, so that what the members share needs no lock.
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Room room = new Room();
  private final Duration patience;

  /**
   * @param patience how long the members wait for one that does not read
   */
  ChatServer(Duration patience) {
    this.patience = patience;
  }

  /** Listens; port 0 is one that the system chooses. */
  InetSocketAddress listen(int port) {
    TextEncoding.names(); // Peers send names: gathered here, no event loop looks them up slowly.
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, SMALL_READS)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    LineCodec.addTo(channel.pipeline());
                    channel.pipeline().addLast(new ChatMember(room, patience));
                  }
                });
    return (InetSocketAddress) LoopbackPort.bind(server, port).localAddress();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
