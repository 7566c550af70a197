/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.examples.QueuedLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest {
  private static final String TEXT = "Grüße, мир, 世界 \uD83C\uDFBC\n";
  private static final int LARGE = 20_000_000;

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final GatewayServer server =
      new GatewayServer(0, new PrintWriter(new QueuedLines(told), true));

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<byte[]> post(String query, byte[] body, String... headers)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + "/transcode" + query);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
  }

  @Test
  void theQueryTellsTheEncodings() throws Exception {
    byte[] body = TEXT.repeat(10_000).getBytes(UTF_16LE);
    HttpResponse<byte[]> response = post("?from=utf-16le&to=utf-8", body);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue("text/plain;charset=UTF-8");
    assertThat(response.body()).isEqualTo(TEXT.repeat(10_000).getBytes(UTF_8));
  }

  @Test
  void theContentTypeTellsTheEncodingOfTheBody() throws Exception {
    String type = "text/plain; charset=\"utf-16le\"";
    assertThat(post("", TEXT.getBytes(UTF_16LE), "Content-Type", type).body())
        .asString(UTF_8)
        .isEqualTo(TEXT);
    assertThat(post("", new byte[0]).body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"?from=ebcdic", "?to=ebcdic", "?from=", "?from=%00"})
  void anUnknownCharsetIsAnUnsupportedMediaType(String query) throws Exception {
    assertThat(post(query, new byte[LARGE]).statusCode()).isEqualTo(415);
  }

  /** A compressed body is unpacked, one in another coding refused by its name. */
  @Test
  void aContentEncodingIsUndoneOrRefused() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(TEXT.repeat(1000).getBytes(UTF_16LE));
    }
    String query = "?from=utf-16le&to=utf-8";
    HttpResponse<byte[]> response = post(query, packed.toByteArray(), "Content-Encoding", "gzip");
    assertThat(response.body()).asString(UTF_8).isEqualTo(TEXT.repeat(1000));
    HttpResponse<byte[]> refused = post(query, new byte[10], "Content-Encoding", "bogus");
    assertThat(refused.statusCode()).isEqualTo(415);
    assertThat(refused.body()).asString(UTF_8).isEqualTo("unknown Content-Encoding bogus\n");
    assertThat(post("", new byte[10], "Content-Encoding", "gzip").statusCode()).isEqualTo(400);
    String type = "text/plain; charset=utf-8 ; x=y";
    assertThat(post("", TEXT.getBytes(UTF_8), "Content-Type", type).body())
        .asString(UTF_8)
        .isEqualTo(TEXT);
  }

  @Test
  void anUnknownPolicyIsABadRequest() throws Exception {
    assertThat(post("?on-malformed=ignore", new byte[1]).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?from=%zz", "?from=utf-8&to=%", "?%e"})
  void aQueryThatIsNoneIsABadRequestToldInALine(String query) throws IOException {
    // Not by HttpClient, which refuses to send it.
    String answer = ask("POST /transcode" + query + " HTTP/1.1\r\nContent-Length: 1", "x");
    assertThat(answer).startsWith("HTTP/1.1 400");
    assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4)).hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  void anotherMethodIsNotAllowed(String method) throws IOException {
    assertThat(ask(method + " /transcode?from=utf-8 HTTP/1.1\r\nContent-Length: 0", ""))
        .startsWith("HTTP/1.1 405")
        .containsIgnoringCase("\r\nallow: POST\r\n");
  }

  /** Netty reads nothing behind a message whose end it has not found. */
  @Test
  void theConnectionEndsBehindABrokenMessage() throws IOException {
    String request =
        "POST /transcode HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    for (String broken : List.of(request, "\u0001\r\n\r\n")) {
      try (Socket socket = new Socket("127.0.0.1", server.port())) {
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write(broken.getBytes(UTF_8));
        assertThat(socket.getInputStream().readAllBytes())
            .asString(UTF_8)
            .startsWith("HTTP/1.1 400");
      }
    }
  }

  private String ask(String head, String body) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(120_000);
      String request = head + "\r\nHost: test\r\nConnection: close\r\n\r\n" + body;
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void anEarlyIllFormedSequenceIsToldWithItsOffset() throws Exception {
    HttpResponse<byte[]> response = post("", new byte[] {'a', 'b', (byte) 0xFF});
    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.body())
        .asString(UTF_8)
        .isEqualTo("INVALID_BYTE at byte 2 of UTF-8 text: FF\n");
    assertThat(post("?on-malformed=replace", new byte[] {'a', (byte) 0xFF}).body())
        .asString(UTF_8)
        .isEqualTo("a\uFFFD");
  }

  /** A client that sends all before it reads must neither wait for ever nor miss the answer. */
  @Test
  void anEarlyIllFormedSequenceIsToldToWhoSendsAllOfALargeBodyFirst() throws Exception {
    byte[] body = new byte[LARGE];
    body[10] = (byte) 0xFF;
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(120_000);
      String head = "POST /transcode HTTP/1.1\r\nHost: test\r\nContent-Length: " + LARGE;
      socket.getOutputStream().write((head + "\r\n\r\n").getBytes(UTF_8));
      socket.getOutputStream().write(body);
      InputStream answer = socket.getInputStream();
      assertThat(answer.readNBytes(12)).asString(UTF_8).isEqualTo("HTTP/1.1 422");
    }
  }

  /** The client learns it by the connection that breaks off, the operator by one line. */
  @Test
  void aLateIllFormedSequenceBreaksTheResponseOff() throws Exception {
    // Fits into the buffers of the sockets: this client reads nothing before it has sent all.
    byte[] body = new byte[200_000];
    Arrays.fill(body, (byte) 'a');
    body[body.length - 1] = (byte) 0xFF;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      assertThatThrownBy(() -> post("", body)).isInstanceOf(IOException.class);
      assertThat(told.poll(120, TimeUnit.SECONDS))
          .endsWith("broken off: INVALID_BYTE at byte 199999 of UTF-8 text: FF\n");
      server.close();
    } finally {
      System.setErr(before);
    }
    assertThat(told).isEmpty();
    assertThat(log.toString(UTF_8)).doesNotContain("Exception").doesNotContain("ERROR");
  }

  @Test
  void aPortInUseIsToldInASentence() {
    assertThatThrownBy(() -> new GatewayServer(server.port(), new PrintWriter(System.err)))
        .hasMessageContaining("port " + server.port() + ", it is in use");
  }
}
