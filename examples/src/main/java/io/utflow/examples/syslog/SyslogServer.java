/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.server.ConnectionLimit;
import io.utflow.examples.server.Deadline;
import io.utflow.examples.server.Journal;
import io.utflow.examples.server.StalledFrames;
import io.utflow.micrometer.UtflowMeters;
import io.utflow.netty.StageDecoder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Listens for syslog over TCP and over TLS, on the loopback interface. */
final class SyslogServer implements AutoCloseable {
  /**
   * Small reads: what a peer sends in one of them is all that is kept of it, as up to that many
   * frames.
   */
  private static final AdaptiveRecvByteBufAllocator READS =
      new AdaptiveRecvByteBufAllocator(512, 4096, 8192);

  static {
    READS.maxMessagesPerRead(1);
  }

  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup ports = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final SyslogSettings settings;
  private final Journal journal;
  private final ConnectionLimit limit;
  private final SyslogCounters counters;
  private final SyslogOutput output;

  /**
   * @param journal receives the messages; its owner closes it after this server
   */
  SyslogServer(SyslogSettings settings, Journal journal, MeterRegistry registry) {
    this.settings = settings;
    this.journal = journal;
    this.limit =
        new ConnectionLimit(
            settings.maxConnections(), settings.maxConnectionsPerAddress(), registry);
    this.counters = new SyslogCounters(registry);
    UtflowMeters meters = UtflowMeters.of(registry);
    MessageText text =
        new MessageText(
            meters.decoding(DecoderSpec.of(TextEncoding.UTF_8)),
            meters.decoding(DecoderSpec.of(settings.legacy())),
            settings.maxBytes(),
            settings.guard());
    this.output = new SyslogOutput(new SyslogParser(text), counters);
  }

  /**
   * Listens; port 0 is one that the system chooses.
   *
   * @param tls for RFC 5425, or null for plain TCP
   */
  InetSocketAddress listen(int port, @Nullable SslContext tls) {
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, READS)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    fill(channel.pipeline(), tls);
                  }
                });
    Channel bound = LoopbackPort.bind(server, port);
    ports.add(bound);
    return (InetSocketAddress) bound.localAddress();
  }

  private void fill(ChannelPipeline pipeline, @Nullable SslContext tls) {
    SyslogMessages messages = new SyslogMessages(settings.maxBytes());
    SyslogConnection connection = new SyslogConnection(messages::giveUp, journal, output, counters);
    pipeline.addLast(limit);
    pipeline.addLast(new ReadTimeoutHandler(settings.idleTime().toMillis(), TimeUnit.MILLISECONDS));
    if (tls != null) {
      SslHandler handler = tls.newHandler(pipeline.channel().alloc());
      handler.setHandshakeTimeoutMillis(settings.handshakeTime().toMillis());
      pipeline.addLast(handler);
    }
    pipeline.addLast(new StageDecoder<>(messages.stage()));
    pipeline.addLast(
        new StalledFrames(
            messages.stage(),
            settings.frameTime(),
            connection::isPaused,
            messages::giveUp,
            counters.stalled()));
    pipeline.addLast(connection);
  }

  /**
   * Accepts no more connections, lets the peers finish their messages, writes the received ones,
   * and closes each connection when it is quiet, or all when the time is over.
   */
  @Override
  public void close() {
    close(Deadline.in(settings.drainTime()));
  }

  /** As {@link #close()}, until then at most. */
  void close(Deadline deadline) {
    ports.close().syncUninterruptibly();
    forEachConnection(SyslogConnection::closeWhenQuiet);
    connections.newCloseFuture().awaitUninterruptibly(deadline.millis(), TimeUnit.MILLISECONDS);
    forEachConnection(SyslogConnection::cut);
    connections.newCloseFuture().awaitUninterruptibly();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private void forEachConnection(Consumer<SyslogConnection> task) {
    for (Channel connection : connections) {
      SyslogConnection handler = connection.pipeline().get(SyslogConnection.class);
      if (handler != null) { // Else it is closed already.
        connection.eventLoop().execute(() -> task.accept(handler));
      }
    }
  }
}
