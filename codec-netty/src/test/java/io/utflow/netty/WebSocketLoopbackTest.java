/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.testing.Cuts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Netty's handshake over a real socket, and a client that fragments its messages as it likes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WebSocketLoopbackTest {
  private static final String TEXT = Samples.TEXT.repeat(50);

  @RegisterExtension static final EventLoops LOOPS = new EventLoops();

  /** What the client is told, in order. */
  private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();

  private final List<Channel> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(channel -> channel.close().syncUninterruptibly());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messagesComeBackHoweverTheyAreFragmented(boolean byNettyToo) throws InterruptedException {
    Channel client = connect(byNettyToo, new WebSocketMessageDecoder(100_000), new Echo());
    for (int seed = 0; seed < 5; seed++) {
      List<byte[]> pieces = Cuts.random(Samples.utf8(TEXT), new Random(seed));
      for (WebSocketFrame fragment : Fragments.message(pieces, Unpooled::wrappedBuffer)) {
        client.write(fragment);
        client.write(new PingWebSocketFrame());
      }
      client.flush();
      assertThat(answers.take()).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void piecesComeBackAsFragments(boolean byNettyToo) throws InterruptedException {
    Channel client = connect(byNettyToo, new WebSocketTextDecoder(), new Echo());
    List<byte[]> pieces = Cuts.bytewise(Samples.utf8(Samples.TEXT));
    Fragments.message(pieces, Unpooled::wrappedBuffer).forEach(client::write);
    client.flush();
    assertThat(answers.take()).isEqualTo(Samples.TEXT);
  }

  @Test
  void illFormedTextClosesWithItsStatus() throws InterruptedException {
    Channel client = connect(false, new WebSocketTextDecoder(), new Echo());
    client.writeAndFlush(
        new TextWebSocketFrame(true, 0, Unpooled.wrappedBuffer(Samples.utf8("a"))));
    assertThat(answers.take()).isEqualTo("a");
    client.writeAndFlush(
        new TextWebSocketFrame(false, 0, Unpooled.wrappedBuffer(Samples.hex("ED A0"))));
    assertThat(answers.take()).isEqualTo(1007);
    assertThat(answers.take()).isEqualTo("closed");
  }

  private Channel connect(boolean byNettyToo, ChannelHandler... handlers)
      throws InterruptedException {
    Channel server =
        new ServerBootstrap()
            .group(LOOPS.group())
            .channel(NioServerSocketChannel.class)
            .childHandler(
                initializer(
                    new HttpServerCodec(),
                    new HttpObjectAggregator(65_536),
                    new WebSocketServerProtocolHandler(serverConfig(byNettyToo)),
                    new WebSocketTextEncoder(),
                    handlers))
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    opened.add(server);
    InetSocketAddress address = (InetSocketAddress) server.localAddress();
    Channel client =
        new Bootstrap()
            .group(LOOPS.group())
            .channel(NioSocketChannel.class)
            .handler(
                initializer(
                    new HttpClientCodec(),
                    new HttpObjectAggregator(65_536),
                    new WebSocketClientProtocolHandler(clientConfig(address.getPort())),
                    new WebSocketMessageDecoder(100_000),
                    new Told()))
            .connect(address)
            .syncUninterruptibly()
            .channel();
    opened.add(0, client);
    assertThat(answers.take()).isEqualTo(ClientHandshakeStateEvent.HANDSHAKE_COMPLETE);
    return client;
  }

  private static ChannelInitializer<Channel> initializer(
      ChannelHandler codec,
      ChannelHandler aggregator,
      ChannelHandler protocol,
      ChannelHandler text,
      ChannelHandler... handlers) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(codec, aggregator, protocol, text).addLast(handlers);
      }
    };
  }

  private static WebSocketServerProtocolConfig serverConfig(boolean byNettyToo) {
    return WebSocketServerProtocolConfig.newBuilder()
        .websocketPath("/")
        .decoderConfig(
            WebSocketDecoderConfig.newBuilder()
                .expectMaskedFrames(true)
                .withUTF8Validator(byNettyToo)
                .build())
        .build();
  }

  private static WebSocketClientProtocolConfig clientConfig(int port) {
    return WebSocketClientProtocolConfig.newBuilder()
        .webSocketUri("ws://127.0.0.1:" + port + "/")
        .handleCloseFrames(false)
        .withUTF8Validator(false)
        .build();
  }

  /** Sends what it receives: messages as messages, pieces as pieces. */
  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ctx.writeAndFlush(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // The decoder has closed the connection.
    }
  }

  /** Tells the test. */
  private final class Told extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
        answers.add(event);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      answers.add(message instanceof CloseWebSocketFrame close ? close.statusCode() : message);
      ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      answers.add("closed");
    }
  }
}
