/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.rsocket.Payload;
import io.rsocket.util.ByteBufPayload;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.netty.TextLineDecoder;
import io.utflow.netty.WebSocketMessageDecoder;
import io.utflow.netty.WebSocketText;
import io.utflow.netty.WebSocketTextDecoder;
import io.utflow.netty.WebSocketTextEncoder;
import io.utflow.reactor.ByteBufText;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.websocket.WebsocketInbound;
import reactor.netty.http.websocket.WebsocketOutbound;
import reactor.netty.tcp.TcpServer;

/** The code of {@code docs/guide/reactor-netty.md}, as it stands there. */
final class Recipes {
  private Recipes() {}

  static TcpServer storing(TcpServer server, Function<String, Mono<Void>> store) {
    return server.handle(
        (in, out) ->
            in.receive()
                .retain() // reactor-netty releases what it emits
                .transform(ByteBufText.lines(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF))
                .concatMap(store) // may be slow: it goes on after the close
                .as(ByteBufText.toTheEnd()));
  }

  static TcpServer answering(TcpServer server, Function<String, String> answer) {
    return server
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .handle(
            (in, out) -> {
              in.withConnection(
                  connection ->
                      connection
                          .addHandlerLast(
                              new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF))
                          .addHandlerLast(new EndOfInput()));
              return out.send(
                  in.receiveObject()
                      .takeWhile(message -> message != EndOfInput.MESSAGE)
                      .map(line -> answer.apply((String) line) + "\n")
                      .transform(ByteBufText.encode(TextEncoding.UTF_8)),
                  buffer -> true); // flush behind each answer
            });
  }

  static class EndOfInput extends ChannelInboundHandlerAdapter {
    static final Object MESSAGE = new Object();

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ctx.fireChannelRead(MESSAGE); // reactor-netty itself does not tell
      }
      ctx.fireUserEventTriggered(event);
    }
  }

  static final DecoderSpec STRICT =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);

  static HttpServer counting(HttpServer server) {
    return server.route(
        routes -> routes.post("/count", (request, response) -> count(request, response)));
  }

  static Publisher<Void> count(HttpServerRequest request, HttpServerResponse response) {
    return request
        .receive()
        .retain()
        .transform(ByteBufText.decode(STRICT))
        .map(text -> (long) text.length())
        .reduce(0L, Long::sum)
        .flatMap(chars -> response.sendString(Mono.just(chars + " chars")).then())
        .onErrorResume(
            IllFormedTextException.class,
            e -> response.status(400).sendString(Mono.just(e.getMessage())).then());
  }

  static Mono<String> text(HttpClient client, String uri) {
    return client
        .get()
        .uri(uri)
        .responseContent()
        .retain()
        .as(ByteBufText.text(DecoderSpec.of(TextEncoding.UTF_8), 1_000_000)); // chars at most
  }

  static Flux<String> lines(HttpClient client, String uri) {
    return client
        .get()
        .uri(uri)
        .responseContent()
        .retain()
        .transform(ByteBufText.lines(TextEncoding.UTF_8, LineBreaks.ANY));
  }

  static Flux<ServerSentEvent> events(HttpClient client, String uri) {
    return client
        .headers(headers -> headers.set("Accept", "text/event-stream"))
        .get()
        .uri(uri)
        .responseContent()
        .retain()
        .transform(ByteBufText.events());
  }

  static Publisher<Void> chat(
      WebsocketInbound in, WebsocketOutbound out, Function<String, String> answer) {
    in.withConnection(
        connection ->
            connection
                .addHandlerLast(new WebSocketMessageDecoder(65_536)) // chars at most
                .addHandlerLast(new WebSocketTextEncoder()));
    return out.sendObject(in.receiveObject().ofType(String.class).map(answer));
  }

  static Publisher<Void> echo(WebsocketInbound in, WebsocketOutbound out) {
    in.withConnection(
        connection ->
            connection
                .addHandlerLast(new WebSocketTextDecoder())
                .addHandlerLast(new WebSocketTextEncoder()));
    return out.sendObject(
        in.receiveObject().ofType(WebSocketText.class), piece -> true); // flush each piece
  }

  static Flux<String> textOf(Flux<Payload> payloads) {
    return payloads
        .map(
            payload -> {
              try {
                return payload.sliceData().retain();
              } finally {
                payload.release();
              }
            })
        .transform(ByteBufText.decode(TextEncoding.UTF_8));
  }

  static Flux<Payload> payloadsOf(Flux<String> text) {
    return text.transform(ByteBufText.encode(TextEncoding.UTF_8)).map(ByteBufPayload::create);
  }
}
