/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.events;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.reactor.ByteBufText;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Answers {@code GET /tokens} with an event for each token, on the loopback interface. It sends as
 * a bad network would: each byte is a chunk of its own, flushed. A client that comes again says by
 * {@code Last-Event-ID} what it has.
 */
final class TokenServer implements AutoCloseable {
  private final List<String> tokens;
  private final DisposableServer server;

  /** Listens on a port that the system chooses. */
  TokenServer(List<String> tokens) {
    this.tokens = tokens;
    this.server =
        HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get("/tokens", this::send))
            .bindNow();
  }

  int port() {
    return server.port();
  }

  private Publisher<Void> send(HttpServerRequest request, HttpServerResponse response) {
    String last = request.requestHeaders().get("Last-Event-ID", "-1");
    int from = Integer.parseInt(last) + 1;
    List<ServerSentEvent> events =
        IntStream.range(from, tokens.size())
            .mapToObj(i -> ServerSentEvent.of(tokens.get(i)).id(String.valueOf(i)))
            .toList();
    return response
        .sse()
        .send(
            Flux.just(ServerSentEvent.comment("here they come"))
                .concatWith(Flux.fromIterable(events))
                .transform(ByteBufText.encodeEvents())
                .concatMap(TokenServer::byteByByte));
  }

  private static Flux<ByteBuf> byteByByte(ByteBuf event) {
    return Flux.range(0, event.readableBytes())
        .map(i -> event.readRetainedSlice(1))
        .doFinally(end -> event.release());
  }

  @Override
  public void close() {
    server.disposeNow();
  }
}
