/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A receiver over a real socket that reads nothing until the sender has filled every buffer on the
 * way. Each message ends within a surrogate pair.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SlowReceiverTest {
  private static final String FIRST_HALF = "aé€".repeat(300) + "\uD83D";
  private static final String SECOND_HALF = "\uDE00" + "z".repeat(500) + "\uD800\uDC00\uD83D";
  private static final String LAST = ".";
  private static final int SMALL = 4096;
  private static final int MOST_MESSAGES = 100_000;

  @RegisterExtension static final EventLoops LOOPS = new EventLoops();

  /** Writes while the channel is writable, goes on when it is again, and closes at the end. */
  private static final class Sender extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<Integer> stalled = new CompletableFuture<>();
    private final CompletableFuture<List<ChannelFuture>> closed = new CompletableFuture<>();
    private final List<ChannelFuture> written = new ArrayList<>();
    private final int afterStall;
    private int left = MOST_MESSAGES;

    Sender(int afterStall) {
      this.afterStall = afterStall;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      write(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
      if (ctx.channel().isWritable()) {
        write(ctx);
      } else if (!stalled.isDone()) {
        left = afterStall;
        stalled.complete(written.size());
      }
    }

    private void write(ChannelHandlerContext ctx) {
      while (ctx.channel().isWritable() && left > 0) {
        left--;
        written.add(ctx.writeAndFlush(written.size() % 2 == 0 ? FIRST_HALF : SECOND_HALF));
      }
      if (left == 0) {
        end(ctx);
      }
    }

    /** Behind a message that leaves nothing waiting, when the socket has taken it. */
    private void end(ChannelHandlerContext ctx) {
      left = -1;
      ChannelFuture last = ctx.writeAndFlush(LAST);
      last.addListener(taken -> ctx.close().addListener(done -> closed.complete(written)));
    }
  }

  /** A receiver that has been connected and not read, until the sender stalls. */
  private interface Exchange {
    void run(Channel channel, Socket receiver) throws Exception;
  }

  private static void whenStalled(Sender sender, Exchange exchange) throws Exception {
    try (ServerSocket server = new ServerSocket()) {
      server.setReceiveBufferSize(SMALL);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Channel channel = connect(server, sender);
      try (Socket receiver = server.accept()) {
        sender.stalled.get();
        exchange.run(channel, receiver);
      }
    }
  }

  @Test
  void takesAllWhenItReadsAtLast() throws Exception {
    Sender sender = new Sender(500);
    whenStalled(
        sender,
        (channel, receiver) -> {
          assertThat(sender.closed).isNotDone();
          byte[] received = receiver.getInputStream().readAllBytes();
          List<ChannelFuture> written = sender.closed.get();
          assertThat(written).hasSizeLessThan(MOST_MESSAGES).allMatch(ChannelFuture::isSuccess);
          assertThat(received).isEqualTo(expected(written.size()));
          channel.closeFuture().sync();
        });
  }

  /** It would keep the channel open for ever. */
  @Test
  void cannotDelayAClose() throws Exception {
    whenStalled(
        new Sender(500),
        (channel, receiver) -> {
          ChannelFuture waiting = channel.writeAndFlush("a\uD83D");
          channel.close().sync();
          assertThat(waiting.await().isSuccess()).isFalse();
          assertThat(receiver.isClosed()).isFalse();
        });
  }

  private static Channel connect(ServerSocket server, Sender sender) throws IOException {
    return new Bootstrap()
        .group(LOOPS.group())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.SO_SNDBUF, SMALL)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(SMALL, 2 * SMALL))
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new TextStreamEncoder(TextEncoding.UTF_8), sender);
              }
            })
        .connect(server.getLocalSocketAddress())
        .syncUninterruptibly()
        .channel();
  }

  /** A high surrogate at the end of a second half has no partner, nor has the last of all. */
  private static byte[] expected(int messages) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < messages; i++) {
      boolean paired = i % 2 == 0 && i + 1 < messages;
      String half = i % 2 == 0 ? FIRST_HALF : SECOND_HALF;
      text.append(half, 0, half.length() - 1).append(paired ? '\uD83D' : '\uFFFD');
    }
    return ReferenceEncoder.encode(TextEncoding.UTF_8, text.append(LAST).toString());
  }
}
