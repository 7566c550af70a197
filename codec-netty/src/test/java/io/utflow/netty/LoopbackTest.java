/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.Samples.Sample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Over real sockets that are read a few bytes at a time: the client half-closes, and the server
 * answers with what it saw.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LoopbackTest {
  private static final int ANSWER_TIMEOUT_MILLIS = 120_000;

  @RegisterExtension static final EventLoops LOOPS = new EventLoops();

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void textSurvivesReadsOfThreeBytes(Sample sample) throws IOException {
    String answer =
        exchange(sample.bytes(), 3, true, () -> new TextStreamDecoder(sample.encoding()));
    assertThat(answer).isEqualTo(sample.text() + "<end>");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void textSurvivesReadsOfOneByteOnDemand(Sample sample) throws IOException {
    String answer =
        exchange(sample.bytes(), 1, false, () -> new TextStreamDecoder(sample.encoding()));
    assertThat(answer).isEqualTo(sample.text() + "<end>");
  }

  @Test
  void anErrorArrivesAfterTheTextBeforeIt() throws IOException {
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).pieceChars(2);
    String answer =
        exchange(Samples.hex("41 42 43 FF 44"), 64, true, () -> new TextStreamDecoder(spec));
    assertThat(answer).isEqualTo("ABC<DecoderException><end>");
  }

  @Test
  void anOpenSequenceIsAnErrorBeforeTheEnd() throws IOException {
    String answer =
        exchange(
            Samples.hex("41 E2 82"), 1, true, () -> new TextStreamValidator(TextEncoding.UTF_8));
    assertThat(answer).isEqualTo("...<DecoderException><end>");
  }

  /** What a server with {@code handler} answers to {@code bytes}. */
  private static String exchange(
      byte[] bytes, int readSize, boolean autoRead, Supplier<ChannelHandler> handler)
      throws IOException {
    Channel server =
        new ServerBootstrap()
            .group(LOOPS.group())
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.AUTO_READ, autoRead)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    // The option of this name is another in Netty 4.1, where this test runs too.
                    channel
                        .config()
                        .setRecvByteBufAllocator(new FixedRecvByteBufAllocator(readSize));
                    channel.pipeline().addLast(handler.get(), new Answering(autoRead));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    try (Socket client = new Socket()) {
      client.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
      client.connect(server.localAddress());
      client.getOutputStream().write(bytes);
      client.shutdownOutput();
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      server.close().syncUninterruptibly();
    }
  }

  /** Writes down what it sees and sends it when the input is shut down; asks for each message. */
  private static final class Answering extends ChannelInboundHandlerAdapter {
    private final StringBuilder seen = new StringBuilder();
    private final boolean autoRead;

    private Answering(boolean autoRead) {
      this.autoRead = autoRead;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      demand(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      seen.append(message instanceof String text ? text : ".");
      ReferenceCountUtil.release(message);
      demand(ctx);
    }

    private void demand(ChannelHandlerContext ctx) {
      if (!autoRead) {
        ctx.read();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      seen.append('<').append(cause.getClass().getSimpleName()).append('>');
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        byte[] answer = Samples.utf8(seen.append("<end>").toString());
        ctx.writeAndFlush(ctx.alloc().buffer(answer.length).writeBytes(answer))
            .addListener(done -> ctx.close());
      }
    }
  }
}
