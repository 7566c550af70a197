/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.utflow.spring.boot.testing.RunningApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Sinks;

/**
 * A client that closes its direction before it is answered: what docs/guide/troubleshooting says.
 */
@Tag("whole")
class HalfCloseTest {
  private static final String REQUEST =
      "POST /later HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
          + "Content-Length: 2\r\nConnection: close\r\n\r\n\u00E9";

  /** Answers when the server has seen that the client has closed its direction. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Answering {
    @Bean
    Sinks.Empty<Void> halfClosed() {
      return Sinks.empty();
    }

    @Bean
    RouterFunction<ServerResponse> later(Sinks.Empty<Void> halfClosed) {
      return RouterFunctions.route()
          .POST(
              "/later",
              request ->
                  request
                      .bodyToMono(String.class)
                      .delayUntil(text -> halfClosed.asMono())
                      .flatMap(text -> ServerResponse.ok().bodyValue("got " + text)))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import(Answering.class)
  static class Allowing {
    @Bean
    NettyServerCustomizer halfClosure(Sinks.Empty<Void> halfClosed) {
      return server ->
          server
              .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
              .doOnChannelInit(
                  (observer, channel, peer) ->
                      channel.pipeline().addFirst(new Watcher(halfClosed)));
    }
  }

  private static final class Watcher extends ChannelInboundHandlerAdapter {
    private final Sinks.Empty<Void> halfClosed;

    Watcher(Sinks.Empty<Void> halfClosed) {
      this.halfClosed = halfClosed;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      ctx.fireUserEventTriggered(event);
      if (event instanceof ChannelInputShutdownEvent) {
        halfClosed.tryEmitEmpty();
      }
    }
  }

  @Test
  void theAnswerIsLostUnlessHalfClosureIsAllowed() throws IOException {
    try (RunningApplication refusing = new RunningApplication(Answering.class);
        RunningApplication allowing = new RunningApplication(Allowing.class)) {
      assertThat(answer(refusing)).isEmpty();
      assertThat(answer(allowing)).startsWith("HTTP/1.1 200").endsWith("got \u00E9");
    }
  }

  private static String answer(RunningApplication server) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      client.getOutputStream().write(REQUEST.getBytes(StandardCharsets.UTF_8));
      client.shutdownOutput();
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static int port(RunningApplication server) {
    return server.bean(Environment.class).getRequiredProperty("local.server.port", Integer.class);
  }
}
