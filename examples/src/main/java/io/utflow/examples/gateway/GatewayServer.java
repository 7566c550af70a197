/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.TextEncoding;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Listens for HTTP on the loopback interface. */
final class GatewayServer implements AutoCloseable {
  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final Channel channel;

  /**
   * @param port 0 is one that the system chooses
   * @param log where ill-formed text is reported that comes too late for an answer
   */
  GatewayServer(int port, PrintWriter log) {
    TextEncoding.names(); // Peers send names: gathered here, no event loop looks them up slowly.
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel client) {
                    TranscodeRoute.fill(client.pipeline(), log);
                  }
                });
    try {
      this.channel = LoopbackPort.bind(server, port);
    } catch (RuntimeException e) {
      group.shutdownGracefully();
      throw e;
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  int port() {
    return address().getPort();
  }

  void awaitClose() {
    channel.closeFuture().awaitUninterruptibly();
  }

  @Override
  public void close() {
    if (channel.isOpen()) {
      channel.close().syncUninterruptibly();
    }
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
