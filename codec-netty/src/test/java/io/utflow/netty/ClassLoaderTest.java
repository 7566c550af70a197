/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.FastThreadLocal;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Deployment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that is undeployed leaves nothing on an event loop of the container. */
@Tag("whole")
class ClassLoaderTest {
  private final DefaultEventExecutorGroup group = new DefaultEventExecutorGroup(1);

  @AfterEach
  void stop() {
    group.shutdownGracefully();
  }

  @ParameterizedTest
  @ValueSource(classes = {Streams.class, Messages.class, Outbound.class})
  void itIsCollectedThoughTheEventLoopLivesOn(Class<? extends Runnable> application)
      throws Exception {
    assertThat(Deployment.isCollected(application, group.next())).isTrue();
    assertThat(group.next().submit(() -> "alive").get()).isEqualTo("alive");
  }

  @Test
  void aDeploymentThatAThreadHoldsIsFound() throws Exception {
    assertThat(Deployment.isCollected(Held.class, group.next())).isFalse();
  }

  /** What must not be done. */
  static final class Held implements Runnable {
    private static final FastThreadLocal<Object> HELD = new FastThreadLocal<>();

    @Override
    public void run() {
      HELD.set(this);
    }
  }

  private static ByteBuf direct(String text) {
    return Unpooled.directBuffer().writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void exchange(ChannelHandler handler, Object inbound, Object outbound) {
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    if (inbound != null) {
      channel.writeInbound(inbound);
    }
    if (outbound != null) {
      channel.writeOutbound(outbound);
    }
    channel.finishAndReleaseAll();
  }

  /** Text in both directions. */
  static final class Streams implements Runnable {
    @Override
    public void run() {
      TextEncoding utf8 = TextEncoding.UTF_8;
      String text = "h\u00E9llo\n";
      for (ChannelHandler handler :
          List.of(
              new TextStreamDecoder(utf8),
              new TextLineDecoder(utf8, LineBreaks.LF_OR_CRLF),
              new TextStreamTranscoder(DecoderSpec.of(utf8), EncoderSpec.of(TextEncoding.UTF_16)),
              new TextStreamValidator(DecoderSpec.of(utf8)))) {
        // Behind the start of a stream a short buffer is read at once.
        EmbeddedChannel channel = new EmbeddedChannel(handler);
        channel.writeInbound(direct(text));
        channel.writeInbound(direct(text));
        channel.finishAndReleaseAll();
      }
      exchange(new TextStreamCodec(utf8), direct(text), text);
      exchange(new ServerSentEventDecoder(), direct("data: a\n\n"), null);
    }
  }

  /** Messages of a WebSocket. */
  static final class Messages implements Runnable {
    @Override
    public void run() {
      exchange(new WebSocketMessageDecoder(100), new TextWebSocketFrame(direct("hello")), null);
      exchange(new WebSocketTextDecoder(), new TextWebSocketFrame(direct("hello")), null);
      exchange(new WebSocketTextEncoder(), null, new WebSocketText("hello", true));
    }
  }

  /** What is written. */
  static final class Outbound implements Runnable {
    @Override
    public void run() {
      exchange(new TextStreamEncoder(TextEncoding.UTF_8), null, "hello");
      exchange(new ServerSentEventEncoder(), null, ServerSentEvent.of("hello"));
      EmbeddedChannel passing = new EmbeddedChannel(new TextStreamEncoder(TextEncoding.UTF_8));
      ByteBuf bytes = direct("passes");
      passing.writeOutbound(bytes);
      ReferenceCountUtil.release(passing.readOutbound());
      passing.finishAndReleaseAll();
    }
  }
}
