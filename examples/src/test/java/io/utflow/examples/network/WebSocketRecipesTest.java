/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.websocket.WebsocketInbound;

/** The recipes for WebSocket, by a client that fragments its messages at every byte. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WebSocketRecipesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String TEXT = "caf\u00E9 \u4E16\u754C \uD83D\uDC4B\uD83C\uDFFD";

  private final DisposableServer server =
      HttpServer.create()
          .host("127.0.0.1")
          .port(0)
          .route(
              routes ->
                  routes
                      .ws("/chat", (in, out) -> Recipes.chat(in, out, text -> "<" + text + ">"))
                      .ws("/echo", Recipes::echo))
          .bindNow();

  @AfterEach
  void stop() {
    server.disposeNow();
  }

  private HttpClient.WebsocketSender path(String path) {
    return HttpClient.create().websocket().uri("ws://127.0.0.1:" + server.port() + path);
  }

  private static Flux<WebSocketFrame> fragments(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return Flux.range(0, utf8.length)
        .map(i -> fragment(i == 0, i == utf8.length - 1, Arrays.copyOfRange(utf8, i, i + 1)));
  }

  private static WebSocketFrame fragment(boolean begins, boolean ends, byte... bytes) {
    return begins
        ? new TextWebSocketFrame(ends, 0, Unpooled.wrappedBuffer(bytes))
        : new ContinuationWebSocketFrame(ends, 0, Unpooled.wrappedBuffer(bytes));
  }

  private static Flux<String> messages(WebsocketInbound in) {
    return in.aggregateFrames()
        .receiveFrames()
        .ofType(TextWebSocketFrame.class)
        .map(TextWebSocketFrame::text);
  }

  @Test
  void messagesAreAnswered() {
    List<String> answers =
        path("/chat")
            .handle(
                (in, out) ->
                    out.sendObject(fragments(TEXT).concatWith(fragments("b")))
                        .then()
                        .thenMany(messages(in).take(2)))
            .collectList()
            .block(PATIENCE);
    assertThat(answers).containsExactly("<" + TEXT + ">", "<b>");
  }

  @Test
  void piecesAreSentAsTheyArrive() {
    List<String> answers =
        path("/echo")
            .handle(
                (in, out) -> out.sendObject(fragments(TEXT)).then().thenMany(messages(in).take(1)))
            .collectList()
            .block(PATIENCE);
    assertThat(answers).containsExactly(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/chat", "/echo"})
  void illFormedTextClosesWithItsStatus(String path) {
    Flux<WebSocketFrame> bad = Flux.just(fragment(true, false, (byte) 0xED, (byte) 0xA0));
    WebSocketCloseStatus status =
        path(path)
            .handle(
                (in, out) ->
                    out.sendObject(bad)
                        .then()
                        .then(in.receive().then(Mono.empty()))
                        .then(in.receiveCloseStatus()))
            .blockLast(PATIENCE);
    assertThat(status.code()).isEqualTo(1007);
  }
}
