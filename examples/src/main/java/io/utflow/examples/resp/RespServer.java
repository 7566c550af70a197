/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.flow.FlowControlHandler;
import io.utflow.cli.LoopbackPort;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.server.CloseWhenAnswered;
import io.utflow.netty.CountedTextDecoder;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Listens on the loopback interface, for {@code redis-cli} and {@code redis-benchmark}. Started by
 * itself it takes a port, by default 6379.
 */
public final class RespServer implements AutoCloseable {
  private static final DecoderSpec STRICT =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
  private static final int MAX_LINE_BYTES = 4096;

  // One thread, so that the store needs no lock.
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final RespStore store = new RespStore();

  /** Serves until the process ends. */
  public static void main(String[] arguments) throws InterruptedException {
    try (RespServer server = new RespServer()) {
      int port = arguments.length == 0 ? 6379 : Integer.parseInt(arguments[0]);
      System.out.println("RESP at " + server.listen(port) + ", Ctrl-C ends it");
      new CountDownLatch(1).await();
    }
  }

  /** Listens; port 0 is one that the system chooses. */
  InetSocketAddress listen(int port) {
    ServerBootstrap server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    fill(channel);
                  }
                });
    return (InetSocketAddress) LoopbackPort.bind(server, port).localAddress();
  }

  /** The handlers of a connection. */
  void fill(Channel channel) {
    channel
        .pipeline()
        .addLast(
            new CountedTextDecoder<>(
                STRICT, new RespProtocol(), MAX_LINE_BYTES, RespProtocol.MOST_BYTES),
            new FailuresInOrder(),
            // One read may have thousands of requests, each with a large answer.
            new FlowControlHandler(),
            new RespHandler(store),
            new CloseWhenAnswered());
  }

  /** Makes a message of each failure, which is answered after the requests before it. */
  private static final class FailuresInOrder extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.fireChannelRead(cause);
    }
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
