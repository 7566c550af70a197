/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.characters;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
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
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.examples.server.CloseWhenAnswered;
import io.utflow.examples.server.ConnectionLimit;
import io.utflow.micrometer.UtflowMeters;
import io.utflow.netty.TextLineDecoder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Listens for lines, which begin in UTF-8, on the loopback interface. */
final class CharacterServer implements AutoCloseable {
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(256);

  /** An answer is some twenty times as long as its line, so what one read holds is bounded. */
  private static final AdaptiveRecvByteBufAllocator READS =
      new AdaptiveRecvByteBufAllocator(64, 512, 2048);

  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final UtflowMeters meters;
  private final ConnectionLimit limit;
  private final Duration patience;

  /**
   * @param patience how long a peer may be silent, or leave an answer unread
   */
  CharacterServer(int maxConnections, Duration patience, MeterRegistry registry) {
    this.meters = UtflowMeters.of(registry);
    this.limit = new ConnectionLimit(maxConnections, maxConnections, registry);
    this.patience = patience;
  }

  /** Listens; port 0 is one that the system chooses. */
  InetSocketAddress listen(int port) {
    TextEncoding.names(); // Peers send names: gathered here, no event loop looks them up slowly.
    DecoderSpec utf8 = meters.decoding(DecoderSpec.of(TextEncoding.UTF_8));
    long millis = patience.toMillis();
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, READS)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channels.add(channel);
                    channel
                        .pipeline()
                        .addLast(limit)
                        .addLast(new ReadTimeoutHandler(millis, TimeUnit.MILLISECONDS))
                        .addLast(new WriteTimeoutHandler(millis, TimeUnit.MILLISECONDS))
                        .addLast(new TextLineDecoder(utf8, LINES))
                        .addLast(new CharsetConversation(meters::decoding))
                        .addLast(new CloseWhenAnswered());
                  }
                });
    Channel bound = LoopbackPort.bind(server, port);
    channels.add(bound);
    return (InetSocketAddress) bound.localAddress();
  }

  /** Closes all connections; answers that peers have not read are lost. */
  @Override
  public void close() {
    channels.close().awaitUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
