/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.RawWebSocket;
import io.utflow.codec.testing.ReferenceDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.codec.EncodingException;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.client.ReactorNettyWebSocketClient;
import reactor.core.publisher.Mono;

/** WebSockets of WebFlux, server and client, driven by raw frames and by Node. */
class WebSocketTest {
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final List<byte[]> BEFORE = List.of(utf8("before"));

  private static WebSocketServer server;

  @BeforeAll
  static void start() {
    server = new WebSocketServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void forget() {
    server.seen.clear();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<byte[]> wellFormed() {
    return List.of(
        utf8(""),
        utf8("a\u00E9\u20AC\uD83D\uDE00z"),
        utf8("\uFEFFmark"),
        utf8("\u4E2D".repeat(99)));
  }

  private static List<byte[]> illFormed() {
    return List.of(
        HexFormat.of().parseHex("fffe"),
        HexFormat.of().parseHex("61ff62"),
        HexFormat.of().parseHex("e282ac80"),
        HexFormat.of().parseHex("61f09f98"),
        HexFormat.of().parseHex("c3a9edA0bdedb880"),
        HexFormat.of().parseHex("c0af"),
        HexFormat.of().parseHex("f4908080"));
  }

  /** Where the first ill-formed sequence stands, by the test's own model. */
  private static long illFormedAt(byte[] message) {
    List<ExpectedSequence> found =
        ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.KEEP, message).sequences();
    return found.isEmpty() ? -1 : found.get(0).offset();
  }

  private static void assertIllFormedAt(long offset, Object failure) {
    assertThat(failure).isInstanceOf(DecodingException.class);
    assertThat((Throwable) failure)
        .hasMessageContaining("at byte " + offset)
        .cause()
        .isInstanceOfSatisfying(
            IllFormedTextException.class,
            cause -> assertThat(cause.sequence().byteOffset()).isEqualTo(offset));
  }

  @Test
  void messagesAreWholeHoweverTheyAreCut() throws IOException {
    try (RawWebSocket client = RawWebSocket.connect(server.port(), "/echo")) {
      for (byte[] message : wellFormed()) {
        for (List<byte[]> fragments : Cuts.hostile(message)) {
          client.send(RawWebSocket.TEXT, fragments);
          RawWebSocket.Frame answer = client.next();
          assertThat(answer.opcode()).isEqualTo(RawWebSocket.TEXT);
          assertThat(answer.payload()).as(Cuts.describe(fragments)).isEqualTo(message);
        }
      }
    }
  }

  @Test
  void anIllFormedMessageIsClosedWith1007AndNotSeen() throws Exception {
    for (byte[] message : illFormed()) {
      for (List<byte[]> fragments : Cuts.hostile(message)) {
        server.seen.clear();
        try (RawWebSocket client = RawWebSocket.connect(server.port(), "/echo")) {
          client.send(RawWebSocket.TEXT, BEFORE);
          client.send(RawWebSocket.TEXT, fragments);
          client.send(RawWebSocket.TEXT, List.of(utf8("behind")));
          assertThat(client.next().text()).isEqualTo("before");
          RawWebSocket.Frame close = client.next();
          assertThat(close.opcode()).isEqualTo(RawWebSocket.CLOSE);
          assertThat(close.status()).as(Cuts.describe(fragments)).isEqualTo(1007);
        }
        assertThat(server.nextSeen()).isEqualTo("before");
        assertIllFormedAt(illFormedAt(message), server.nextSeen());
        assertThat(server.seen).isEmpty();
      }
    }
  }

  @Test
  void binaryMessagesPassWhateverTheyHold() throws IOException {
    try (RawWebSocket client = RawWebSocket.connect(server.port(), "/echo")) {
      for (byte[] message : illFormed()) {
        client.send(RawWebSocket.BINARY, Cuts.bytewise(message));
        RawWebSocket.Frame answer = client.next();
        assertThat(answer.opcode()).isEqualTo(RawWebSocket.BINARY);
        assertThat(answer.payload()).isEqualTo(message);
      }
      client.send(RawWebSocket.PING, BEFORE);
      assertThat(client.next().opcode()).isEqualTo(RawWebSocket.PONG);
      client.send(RawWebSocket.TEXT, BEFORE);
      assertThat(client.next().text()).isEqualTo("before");
    }
  }

  /** What the line is for. */
  @Test
  void withoutTheLineSpringShowsAReplacement() throws IOException {
    try (RawWebSocket client = RawWebSocket.connect(server.port(), "/springs")) {
      client.send(RawWebSocket.TEXT, List.of(illFormed().get(0)));
      assertThat(client.next().text()).isEqualTo("\uFFFD\uFFFD");
    }
  }

  @Test
  void halvesOfAPairInTwoMessagesAreRefused() throws Exception {
    try (RawWebSocket client = RawWebSocket.connect(server.port(), "/halves")) {
      assertThat(client.next().text()).isEqualTo("a\uD83D\uDE00");
      assertThat(client.next().opcode()).isEqualTo(RawWebSocket.CLOSE);
    }
    assertThat((Throwable) server.nextSeen())
        .isInstanceOf(EncodingException.class)
        .hasMessageContaining("Text encoding error")
        .hasCauseInstanceOf(IllFormedTextException.class);
  }

  /** A client of Spring in front of a server that sends these messages; its last frame is told. */
  private static CompletableFuture<RawWebSocket.Frame> serve(
      ServerSocket listening, List<List<byte[]>> messages) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (RawWebSocket peer = RawWebSocket.accept(listening)) {
            for (List<byte[]> message : messages) {
              peer.send(RawWebSocket.TEXT, message);
            }
            RawWebSocket.Frame frame = peer.next();
            peer.send(RawWebSocket.CLOSE, List.of(frame.payload()));
            return frame;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void aClientClosesWith1007AsWell() throws IOException {
    for (byte[] message : illFormed()) {
      List<String> seen = new CopyOnWriteArrayList<>();
      WebSocketHandler handler =
          session ->
              session.receive().map(WebSocketMessage::getPayloadAsText).doOnNext(seen::add).then();
      try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        CompletableFuture<RawWebSocket.Frame> last =
            serve(listening, List.of(BEFORE, Cuts.bytewise(message)));
        Throwable failure =
            new ReactorNettyWebSocketClient()
                .execute(
                    URI.create("ws://localhost:" + listening.getLocalPort() + "/"),
                    UtflowWebSockets.wellFormed(handler))
                .then(Mono.<Throwable>empty())
                .onErrorResume(Mono::just)
                .block(SOON);
        assertIllFormedAt(illFormedAt(message), failure);
        assertThat(last.join().status()).isEqualTo(1007);
        assertThat(seen).containsExactly("before");
      }
    }
  }

  /** Node sends only well-formed text, and closes with 1007 what is not. */
  @Test
  void nodeGetsItsTextsBack() throws Exception {
    String script =
        "const s = new WebSocket('ws://localhost:' + process.argv[1] + '/echo'), t = ['',"
            + " 'a\\u00E9\\uD83D\\uDE00', '\\u4E2D'.repeat(20000), '\\uD83D']; let n = 0;"
            + " s.onopen = () => t.forEach(x => s.send(x));"
            + " s.onmessage = e => { console.log(e.data === t[n] || 'other ' + e.data);"
            + " if (++n === t.length) s.close(3000) };"
            + " s.onclose = e => console.log(e.code)";
    assertThat(node(script)).containsExactly("true", "true", "true", "other \uFFFD", "3000");
  }

  @Test
  void nodeSeesNoHalfOfAPair() throws Exception {
    String script =
        "const s = new WebSocket('ws://localhost:' + process.argv[1] + '/halves');"
            + " s.onmessage = e => console.log(e.data); s.onclose = e => console.log('closed')";
    assertThat(node(script)).containsExactly("a\uD83D\uDE00", "closed");
  }

  /** What Node prints; without Node, or one that has no WebSocket, the test is skipped. */
  private static List<String> node(String script) throws IOException, InterruptedException {
    List<String> out = new ArrayList<>();
    for (String each : List.of("console.log(typeof WebSocket)", script)) {
      Process node;
      try {
        node =
            new ProcessBuilder(
                    "node", "--experimental-websocket", "-e", each, "--", "" + server.port())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
      } catch (IOException e) {
        assumeTrue(false, "no Node on the path");
        throw e;
      }
      node.getOutputStream().close();
      String printed = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
      out.add(printed);
    }
    assumeTrue(
        out.get(0).strip().equals("function"), "this Node has no WebSocket: take 20.10 or later");
    return out.get(1).lines().toList();
  }

  @Test
  void aHandlerIsWrappedOnce() {
    UnaryOperator<WebSocketHandler> wrap = UtflowWebSockets::wellFormed;
    WebSocketHandler once = wrap.apply(session -> Mono.empty());
    assertThat(wrap.apply(once)).isSameAs(once);
    assertThat(once.getSubProtocols()).isEmpty();
  }
}
