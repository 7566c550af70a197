/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.ByteBufPayload;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.testing.Cuts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.tcp.TcpServer;

/** The recipes over real sockets, bytes sent one at a time. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NetworkRecipesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String TEXT = "caf\u00E9 \u4E16\u754C \uD83D\uDC4B\uD83C\uDFFD";

  private DisposableServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.disposeNow();
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Flux<ByteBuf> byteByByte(byte[] bytes) {
    return Flux.range(0, bytes.length)
        .map(i -> Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, i, i + 1)));
  }

  private TcpServer tcp() {
    return TcpServer.create().host("127.0.0.1").port(0);
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(120_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    for (byte[] piece : Cuts.bytewise(utf8(text))) {
      socket.getOutputStream().write(piece);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLastLineIsStored(boolean halfClosed) throws Exception {
    BlockingQueue<String> stored = new LinkedBlockingQueue<>();
    server =
        Recipes.storing(
                tcp(),
                line ->
                    Mono.delay(Duration.ofMillis(1))
                        .then(Mono.fromRunnable(() -> stored.add(line))))
            .bindNow();
    try (Socket socket = connect()) {
      send(socket, TEXT + "\nb\n\n" + TEXT);
      if (halfClosed) {
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readAllBytes()).isEmpty();
      }
    }
    assertThat(List.of(stored.take(), stored.take(), stored.take(), stored.take()))
        .containsExactly(TEXT, "b", "", TEXT);
  }

  @Test
  void theLastLineIsAnsweredThoughThePeerHasClosedItsHalf() throws IOException {
    server = Recipes.answering(tcp(), line -> "<" + line + ">").bindNow();
    try (Socket socket = connect()) {
      send(socket, TEXT + "\n");
      byte[] first = utf8("<" + TEXT + ">\n");
      assertThat(socket.getInputStream().readNBytes(first.length)).isEqualTo(first);
      send(socket, "b\n" + TEXT);
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("<b>\n<" + TEXT + ">\n");
    }
  }

  /** With half closure allowed it is the recipe that has to close. */
  @Test
  void aPeerThatIsGoneLeavesNoConnection() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    server =
        Recipes.answering(tcp(), Function.identity())
            .doOnConnection(c -> c.onDispose(() -> seen.add("closed")))
            .bindNow();
    try (Socket socket = connect()) {
      send(socket, "a");
    }
    assertThat(seen.take()).isEqualTo("closed");
  }

  private HttpServer http() {
    return HttpServer.create().host("127.0.0.1").port(0);
  }

  private HttpClient client() {
    return HttpClient.create().baseUrl("http://127.0.0.1:" + server.port());
  }

  private String upload(byte[] body) {
    return client()
        .post()
        .uri("/count")
        .send(byteByByte(body))
        .responseSingle(
            (response, text) -> text.asString().map(s -> response.status().code() + " " + s))
        .block(PATIENCE);
  }

  @Test
  void anUploadIsDecodedAsItArrives() {
    server = Recipes.counting(http()).bindNow();
    assertThat(upload(utf8(TEXT))).isEqualTo("200 " + TEXT.length() + " chars");
    assertThat(upload(new byte[] {'a', (byte) 0xE2, 'b'})).startsWith("400 TRUNCATED at byte 1");
  }

  private static Publisher<Void> answer(HttpServerResponse response, String text) {
    return response.send(byteByByte(utf8(text)), buffer -> true);
  }

  @Test
  void aDownloadIsTextLinesOrEvents() {
    ServerSentEvent event = ServerSentEvent.of(TEXT).id("1");
    server =
        http()
            .route(
                routes ->
                    routes
                        .get("/text", (request, response) -> answer(response, TEXT + "\r\nb"))
                        .get("/events", (request, response) -> answer(response, event.toText())))
            .bindNow();
    assertThat(Recipes.text(client(), "/text").block(PATIENCE)).isEqualTo(TEXT + "\r\nb");
    assertThat(Recipes.lines(client(), "/text").collectList().block(PATIENCE))
        .containsExactly(TEXT, "b");
    assertThat(Recipes.events(client(), "/events").collectList().block(PATIENCE))
        .containsExactly(event);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rsocketCarriesText(boolean zeroCopy) {
    PayloadDecoder decoder = zeroCopy ? PayloadDecoder.ZERO_COPY : PayloadDecoder.DEFAULT;
    CloseableChannel responder =
        RSocketServer.create(
                SocketAcceptor.forRequestChannel(
                    payloads ->
                        Recipes.payloadsOf(
                            Recipes.textOf(Flux.from(payloads))
                                .map(text -> text.toUpperCase(Locale.ROOT)))))
            .payloadDecoder(decoder)
            .bindNow(TcpServerTransport.create("127.0.0.1", 0));
    RSocket requester =
        RSocketConnector.create()
            .payloadDecoder(decoder)
            .connect(TcpClientTransport.create(responder.address()))
            .block(PATIENCE);
    try {
      String answer =
          requester
              .requestChannel(byteByByte(utf8(TEXT)).map(ByteBufPayload::create))
              .transform(Recipes::textOf)
              .collect(StringBuilder::new, StringBuilder::append)
              .block(PATIENCE)
              .toString();
      assertThat(answer).isEqualTo(TEXT.toUpperCase(Locale.ROOT));
    } finally {
      requester.dispose();
      responder.dispose();
    }
  }
}
