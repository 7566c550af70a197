package io.utflow.examples.serve;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
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
import io.utflow.codec.TextEncoding;
import io.utflow.examples.PortUnavailableException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import reactor.netty.ChannelBindException;
import reactor.netty.http.server.HttpServer;

/**
 * Text in any Unicode encoding goes in, UTF-8 comes back: over plain TCP by Netty ({@link
 * CharsetLine}), over HTTP by reactor-netty ({@link HttpText}). On the loopback interface.
 */
final class TextServer implements AutoCloseable {
  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup ports = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final TextEncoding defaultEncoding;
  private final PrintWriter out;

  /**
   * @param defaultEncoding of text that nothing is said about
   * @param out where ill-formed text is told of
   */
  TextServer(TextEncoding defaultEncoding, PrintWriter out) {
    this.defaultEncoding = defaultEncoding;
    this.out = out;
  }

  /** Listens for plain connections; port 0 is one that the system chooses. */
  InetSocketAddress listen(int port) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    Journal journal = new Journal(out, "TCP " + channel.remoteAddress());
                    channel
                        .pipeline()
                        .addLast(new CharsetLine(defaultEncoding, journal))
                        .addLast(new Utf8Answer(journal));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new PortUnavailableException(port, bound.cause());
    }
    return opened(bound.channel());
  }

  /** Listens for HTTP; port 0 is one that the system chooses. */
  InetSocketAddress listenForHttp(int port) {
    try {
      return opened(
          HttpServer.create()
              .runOn(group)
              .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              .route(new HttpText(defaultEncoding, out)::routes)
              .bindNow()
              .channel());
    } catch (ChannelBindException e) {
      throw new PortUnavailableException(port, e);
    }
  }

  private InetSocketAddress opened(Channel port) {
    ports.add(port);
    return (InetSocketAddress) port.localAddress();
  }

  /** Closes the ports first: a connection accepted later would find no event loop. */
  @Override
  public void close() {
    ports.close().syncUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
