/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.TextEncoding;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Text in any Unicode encoding goes in, UTF-8 comes back: over plain TCP ({@link CharsetLine}) and
 * over HTTP ({@link HttpText}), by Netty. On the loopback interface.
 */
final class TextServer implements AutoCloseable {
  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup ports = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final TextEncoding defaultEncoding;
  private final PrintWriter out;

  /**
   * @param defaultEncoding of text without a declared charset and without a byte order mark
   * @param out where ill-formed text is reported
   */
  TextServer(TextEncoding defaultEncoding, PrintWriter out) {
    this.defaultEncoding = defaultEncoding;
    this.out = out;
  }

  /** Listens for plain connections; port 0 is one that the system chooses. */
  InetSocketAddress listen(int port) {
    TextEncoding.names(); // Peers send names: gathered here, no event loop looks them up slowly.
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    IllFormedSummary illFormed =
                        new IllFormedSummary(out, "TCP " + channel.remoteAddress());
                    channel
                        .pipeline()
                        .addLast(new CharsetLine(defaultEncoding, illFormed))
                        .addLast(new Utf8Answer(illFormed));
                  }
                });
    return opened(LoopbackPort.bind(server, port));
  }

  /** Listens for HTTP; port 0 is one that the system chooses. */
  InetSocketAddress listenForHttp(int port) {
    TextEncoding.names(); // Peers send names: gathered here, no event loop looks them up slowly.
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    HttpText.fill(channel.pipeline(), defaultEncoding, out);
                  }
                });
    return opened(LoopbackPort.bind(server, port));
  }

  private InetSocketAddress opened(Channel port) {
    ports.add(port);
    return (InetSocketAddress) port.localAddress();
  }

  /** Closes the ports first, so that no connection is accepted that has no event loop. */
  @Override
  public void close() {
    ports.close().syncUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
