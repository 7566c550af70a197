/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** WebFlux with handlers of WebSockets, behind a real port; and what its echo has seen. */
final class WebSocketServer implements AutoCloseable {
  /** What the handlers saw, in order: texts, and failures. */
  final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext();
  private final DisposableServer server;

  WebSocketServer() {
    Map<String, WebSocketHandler> handlers =
        Map.of(
            "/springs", this::echo,
            "/echo", UtflowWebSockets.wellFormed(this::echo),
            "/halves", UtflowWebSockets.wellFormed(this::halves));
    context.register(WebFlux.class);
    context.registerBean(
        SimpleUrlHandlerMapping.class, () -> new SimpleUrlHandlerMapping(handlers, -1));
    context.refresh();
    server =
        HttpServer.create()
            .host("localhost")
            .port(0)
            .handle(
                new ReactorHttpHandlerAdapter(
                    WebHttpHandlerBuilder.applicationContext(context).build()))
            .bindNow();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableWebFlux
  static class WebFlux {}

  /** Sends what it receives, text as text. */
  Mono<Void> echo(WebSocketSession session) {
    return session.send(
        session
            .receive()
            .doOnError(seen::add)
            .map(
                message -> {
                  if (message.getType() != WebSocketMessage.Type.TEXT) {
                    return message.retain();
                  }
                  String text = message.getPayloadAsText();
                  seen.add(text);
                  return session.textMessage(text);
                }));
  }

  /** Sends the halves of an emoji as two messages. */
  private Mono<Void> halves(WebSocketSession session) {
    return session.send(
        Flux.just("a\uD83D\uDE00", "b\uD83D", "\uDE00c")
            .map(session::textMessage)
            .doOnError(seen::add));
  }

  /** The next that a handler sees. */
  Object nextSeen() throws InterruptedException {
    return Objects.requireNonNull(seen.poll(120, TimeUnit.SECONDS), "nothing was seen");
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.disposeNow();
    context.close();
  }
}
