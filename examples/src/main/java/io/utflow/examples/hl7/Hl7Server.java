/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.stage.FramedStage;
import io.utflow.examples.server.ConnectionLimit;
import io.utflow.examples.server.Deadline;
import io.utflow.examples.server.StalledFrames;
import io.utflow.netty.StageDecoder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.NettyInbound;
import reactor.netty.NettyOutbound;
import reactor.netty.NettyPipeline;
import reactor.netty.tcp.TcpServer;

/**
 * Listens for HL7 version 2 over MLLP, on the loopback interface. Messages of a connection are
 * stored and answered one after the other; what arrives meanwhile waits in the peer, by TCP.
 */
final class Hl7Server implements AutoCloseable {
  /** How many messages of a connection are being stored: while there is one, it is not read. */
  private static final AttributeKey<AtomicInteger> IN_PROGRESS =
      AttributeKey.valueOf(Hl7Server.class, "inProgress");

  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Sinks.Empty<Void> ending = Sinks.empty();
  private final Hl7Settings settings;
  private final Receiver receiver;
  private final ConnectionLimit limit;
  private final Counter stalled;
  private final Counter broken;
  private final DisposableServer server;

  /** Listens; port 0 is one that the system chooses. */
  Hl7Server(int port, Hl7Settings settings, Receiver receiver, MeterRegistry registry) {
    this.settings = settings;
    this.receiver = receiver;
    this.limit =
        new ConnectionLimit(
            settings.maxConnections(), settings.maxConnectionsPerAddress(), registry);
    this.stalled = registry.counter("connections.stalled");
    this.broken = registry.counter("frames.broken");
    this.server =
        LoopbackPort.bind(
            TcpServer.create()
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .doOnChannelInit((observer, channel, address) -> fill(channel))
                .handle(this::answerAll),
            port);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.address();
  }

  private void fill(Channel channel) {
    connections.add(channel);
    AtomicInteger inProgress = new AtomicInteger();
    channel.attr(IN_PROGRESS).set(inProgress);
    FramedStage<MllpFrame> frames = MllpMessages.stage(settings.maxBytes(), broken);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addFirst(limit);
    String reader = NettyPipeline.ReactiveBridge;
    pipeline.addBefore(
        reader,
        null,
        new ReadTimeoutHandler(settings.idleTime().toMillis(), TimeUnit.MILLISECONDS));
    pipeline.addBefore(
        reader,
        null,
        new WriteTimeoutHandler(settings.answerTime().toMillis(), TimeUnit.MILLISECONDS));
    pipeline.addBefore(reader, null, new StageDecoder<>(frames));
    pipeline.addBefore(
        reader,
        null,
        new StalledFrames(
            frames, settings.frameTime(), () -> inProgress.get() > 0, () -> {}, stalled));
  }

  private Publisher<Void> answerAll(NettyInbound in, NettyOutbound out) {
    AtomicInteger[] inProgress = new AtomicInteger[1];
    in.withConnection(connection -> inProgress[0] = connection.channel().attr(IN_PROGRESS).get());
    Flux<ByteBuf> answers =
        in.receiveObject()
            .cast(MllpFrame.class)
            .takeUntilOther(ending.asMono())
            .concatMap(frame -> answer(frame, inProgress[0]), 1)
            .map(Unpooled::wrappedBuffer);
    return out.send(answers, answer -> true); // Flushed one by one: the sender waits for each.
  }

  private Mono<byte[]> answer(MllpFrame frame, AtomicInteger inProgress) {
    return receiver
        .answer(frame)
        .doOnSubscribe(begin -> inProgress.incrementAndGet())
        .doFinally(end -> inProgress.decrementAndGet());
  }

  /**
   * Accepts no connections and reads no message any more, answers those that are being stored, and
   * closes. A message that was not answered is its sender's: it will send it again.
   */
  @Override
  public void close() {
    close(Deadline.in(settings.drainTime()));
  }

  /** As {@link #close()}, until then at most. */
  void close(Deadline deadline) {
    server.disposeNow(settings.drainTime());
    ending.tryEmitEmpty();
    connections.newCloseFuture().awaitUninterruptibly(deadline.millis(), TimeUnit.MILLISECONDS);
    connections.close().awaitUninterruptibly();
  }
}
