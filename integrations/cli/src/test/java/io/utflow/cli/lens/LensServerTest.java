/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.DisposableServer;

class LensServerTest {
  private static final String UTF_8 =
      "{'encoding':'UTF-8','malformed':'REPLACE','bom':'PER_ENCODING','breaks':'LF_OR_CRLF'}";

  private final DisposableServer server = LensServer.listen(0);
  private final int port = server.port();
  private final List<Page> pages = new ArrayList<>();

  @AfterEach
  void stop() {
    pages.forEach(Page::close);
    server.disposeNow();
  }

  private Page open() throws Exception {
    Page page = new Page(port);
    pages.add(page);
    page.expect("welcome");
    return page;
  }

  private String ask(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(120_000);
      socket
          .getOutputStream()
          .write((request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String get(String path) throws IOException {
    return ask("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n");
  }

  @Test
  void servesThePageUnderAStrictPolicy() throws IOException {
    assertThat(server.host()).isIn("127.0.0.1", "localhost");
    assertThat(get("/"))
        .startsWith("HTTP/1.1 200")
        .contains(
            "default-src 'none'",
            "require-trusted-types-for 'script'",
            "nosniff",
            "<title>Utflow Lens");
    assertThat(get("/main.js")).contains("text/javascript");
    assertThat(get("/samples.json")).contains("application/json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/../pom.xml", "/Lens.class", "/%2e%2e/logback.xml", "/%zz", "//", "/x"})
  void servesNothingElse(String path) throws IOException {
    assertThat(get(path)).matches("(?s)HTTP/1.1 40[04].*").doesNotContain("configuration");
  }

  /** The name of another site, bound to 127.0.0.1, is not ours. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example:PORT\r\n",
        "Host: 127.0.0.1.evil.example:PORT\r\n",
        "Host: localhost:1\r\n",
        "Host: localhost\r\n",
        "Host: 0.0.0.0:PORT\r\n",
        ""
      })
  void aRequestToAnotherHostIsRefused(String host) throws IOException {
    String answer = ask("GET / HTTP/1.1\r\n" + host.replace("PORT", "" + port));
    assertThat(answer).matches("(?s)HTTP/1.1 4(00|21).*").doesNotContain("<title>");
  }

  /** RFC 9112 §3.2. */
  @ParameterizedTest
  @ValueSource(strings = {"Host: localhost:PORT", "Origin: http://localhost:PORT", "Origin: null"})
  void aHeaderThatStandsTwiceIsRefused(String header) throws IOException {
    String request =
        "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://localhost:PORT\r\n%s\r\n";
    assertThat(ask(request.formatted(header).replace("PORT", "" + port)))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void onlyGetIsAllowed() throws IOException {
    assertThat(ask("POST / HTTP/1.1\r\nHost: localhost:" + port + "\r\nContent-Length: 0\r\n"))
        .startsWith("HTTP/1.1 405");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "https://127.0.0.1:PORT",
        "http://127.0.0.1:PORT.evil.example",
        "null"
      })
  void aPageOfAnotherOriginReachesNoEngine(String origin) {
    assertThatThrownBy(() -> new Page(port, origin.replace("PORT", "" + port)))
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
  }

  @Test
  void aWebSocketWithoutOriginIsRefused() throws IOException {
    assertThat(
            ask(
                ("GET /engine HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n")
                    .formatted(port)))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void piecesComeAsTheyAreRequested() throws Exception {
    Page page = open();
    page.document("aé\n".getBytes(StandardCharsets.UTF_8));
    page.send(LensSession.CUTS, new byte[] {2});
    page.say("{'type':'decode','run':7,'settings':" + UTF_8 + ",'from':0}");
    JsonNode overview = page.expect("overview");
    assertThat(overview.get("pieces").asInt()).isEqualTo(2);
    assertThat(page.expectBinary())
        .containsExactly(LensSession.ROLES, 0x10, 0x11, 0x02, 0x10 | Role.TERMINATOR.ordinal());
    page.say("{'type':'request','count':1}");
    JsonNode first = page.expect("piece");
    assertThat(first.get("pending").asText()).isEqualTo("C3");
    assertThat(first.get("rows").get(0).get("text").asText()).isEqualTo("a");
    assertThat(first.get("rows").get(1).get("text").asText()).isEqualTo("a\uFFFD");
    // Had a second piece been sent unasked, it would come before this answer.
    page.say("{'type':'characters','from':1,'to':2}");
    JsonNode sequence = page.expect("characters").get("sequences").get(0);
    assertThat(sequence.get("to").asInt()).isEqualTo(3);
    assertThat(sequence.get("characters").get(0).get("name").asText())
        .isEqualTo("LATIN SMALL LETTER E WITH ACUTE");
    page.say("{'type':'request','count':1000}");
    assertThat(page.expect("piece").get("rows").get(0).get("text").asText()).isEqualTo("é\n");
    assertThat(page.expect("piece").get("atEnd").asBoolean()).isTrue();
    // A cut that moves leaves the roles as they are.
    page.send(LensSession.CUTS, new byte[] {1, 1});
    page.say("{'type':'decode','run':8,'settings':" + UTF_8 + ",'from':3}");
    assertThat(page.expect("overview").get("rolesFollow").asBoolean()).isFalse();
    page.say("{'type':'request','count':5}");
    assertThat(page.expect("piece").get("run").asInt()).isEqualTo(8);
  }

  @Test
  void encodesAndExports() throws Exception {
    Page page = open();
    page.say("{'type':'encode','text':'é\\uD83D\\uDE00 ','encoding':'windows-1252'}");
    assertThat(page.expect("encoded").get("unmappable").asInt()).isEqualTo(1);
    assertThat(page.expectBinary()).containsExactly(0, 0xE9, '?', ' ');
    page.document(new byte[] {'x'});
    page.say("{'type':'export','settings':" + UTF_8 + "}");
    JsonNode exported = page.expect("exported");
    assertThat(exported.get("java").asText()).contains("class CutTextTest");
    assertThat(exported.get("vector").asText()).contains("\"bytes_hex\":\"78\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{'type':'steal'}",
        "{'type':'decode','run':1,'from':0}",
        "{'type':'decode','run':1,'settings':{'encoding':'<script>'},'from':0}",
        "{'type':'decode','run':1,'settings':SETTINGS,'from':99}",
        "{'type':'decode','run':1,'settings':SETTINGS,'from':-1}",
        "{'type':'request','count':1000000}",
        "{'type':'request','count':-1}",
        "{'type':'characters','from':-1,'to':2}",
        "{'type':'characters','from':0,'to':2000000000}",
        "{'type':'encode','text':'a','encoding':'x-none'}",
        "{'type':'encode','text':null,'encoding':'UTF-8'}",
        "{'type':'export'}",
        "{'type':'request','count':",
      })
  void whatIsNoCommandIsRefusedAndThePageGoesOn(String json) throws Exception {
    Page page = open();
    page.say(json.replace("SETTINGS", UTF_8));
    assertThat(page.expect("problem").get("message").asText()).isNotEmpty();
    page.say("{'type':'decode','run':1,'settings':" + UTF_8 + ",'from':0}");
    page.expect("overview");
  }

  /** RFC 6455 section 8.1; also in a message of several frames, and in half a character. */
  @ParameterizedTest
  @ValueSource(strings = {"FF", "7B FF 7D", "7B C3 | A9 C3", "22 ED A0 | BD 22", "F0 9F 98 | "})
  void illFormedTextEndsTheConnection(String fragments) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(120_000);
      OutputStream to = socket.getOutputStream();
      String request =
          "GET /engine HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\n"
              + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
              + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
      to.write(request.formatted(port).getBytes(StandardCharsets.US_ASCII));
      DataInputStream from = new DataInputStream(socket.getInputStream());
      String head = "";
      while (!head.endsWith("\r\n\r\n")) {
        head += (char) from.readByte();
      }
      readFrame(from);
      String[] pieces = fragments.split("[|]", -1);
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      for (int i = 0; i < pieces.length; i++) {
        byte[] bytes = Texts.hex(pieces[i]);
        int end = i == pieces.length - 1 ? 0x80 : 0;
        // Masked by zeros, as it must be by a client.
        frames.write(end | (i == 0 ? 1 : 0));
        frames.write(0x80 | bytes.length);
        frames.write(new byte[4]);
        frames.write(bytes);
      }
      // At once: a frame that comes when the server has closed the connection would reset it.
      frames.writeTo(to);
      byte[] close = readFrame(from);
      assertThat((close[0] & 0xFF) << 8 | close[1] & 0xFF).isEqualTo(1007);
      // The connection is closed by the server: else this times out.
      assertThat(from.read()).isEqualTo(-1);
    }
    open();
  }

  /** What a frame holds that is shorter than 64 KiB. */
  private static byte[] readFrame(DataInputStream from) throws IOException {
    from.readByte();
    int length = from.readByte();
    return from.readNBytes(length == 126 ? from.readUnsignedShort() : length);
  }

  @Test
  void deepJsonIsRefused() throws Exception {
    Page page = open();
    page.say("[".repeat(100_000));
    page.expect("problem");
  }

  @Test
  void documentsAndMessagesAreBounded() throws Exception {
    Page page = open();
    page.document(new byte[LensSession.MAX_BYTES]);
    page.document(new byte[LensSession.MAX_BYTES + 1]);
    assertThat(page.expect("problem").get("message").asText()).contains("1048577 bytes");
    page.say("{'type':'encode','text':'" + "a".repeat(1 << 21) + "','encoding':'UTF-8'}");
    assertThat(page.expect("problem").get("message").asText()).contains("2097152 bytes");
    try {
      page.document(new byte[LensSession.MAX_MESSAGE]);
    } catch (CompletionException closedWhileItWasSent) {
      assertThat(closedWhileItWasSent).hasCauseInstanceOf(IOException.class);
    }
    page.closedWith(); // It fails if the connection stays open.
    open();
  }

  @Test
  void soManyPagesAndNoMore() throws Exception {
    for (int i = 0; i < LensServer.MAX_SESSIONS; i++) {
      open();
    }
    Page refused = new Page(port);
    assertThat(refused.closedWith()).isEqualTo(1013);
  }

  /** Attack strings are text in JSON, in ASCII; half a surrogate pair, too. */
  @Test
  void attackStringsComeBackAsText() throws Exception {
    Page page = open();
    String attack = "</script><img src=x onerror=alert(1)>\u2028\u202E";
    page.document(attack.getBytes(StandardCharsets.UTF_8));
    page.say("{'type':'decode','run':1,'settings':" + UTF_8 + ",'from':0}");
    page.expect("overview");
    page.expectBinary();
    page.say("{'type':'request','count':1}");
    assertThat(page.expect("piece").get("rows").get(0).get("text").asText()).isEqualTo(attack);
    page.document(Texts.hex("EDA0BD"));
    page.say(
        "{'type':'decode','run':2,'settings':" + UTF_8.replace("UTF-8", "WTF-8") + ",'from':0}");
    page.expect("overview");
    page.expectBinary();
    page.say("{'type':'request','count':2}");
    String text = page.expect("piece").get("rows").get(0).get("text").asText();
    text += page.expect("piece").get("rows").get(0).get("text").asText();
    assertThat(text).isEqualTo("\uD83D");
  }
}
