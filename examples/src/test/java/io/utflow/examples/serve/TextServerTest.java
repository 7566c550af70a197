/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.DeclaredBody;
import io.utflow.examples.QueuedLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextServerTest {
  private static final String TEXT = "Grüße, мир, 世界 \uD83C\uDFBC\n";

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final TextServer server =
      new TextServer(TextEncoding.UTF_8, new PrintWriter(new QueuedLines(told), true));
  private final InetSocketAddress port = server.listen(0);
  private final InetSocketAddress httpPort = server.listenForHttp(0);

  @AfterEach
  void stop() {
    server.close();
  }

  /** As {@code nc -N}: sends all, shuts the output down, reads to the end. */
  private byte[] say(byte[]... parts) throws IOException {
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(120_000);
      for (byte[] part : parts) {
        socket.getOutputStream().write(part);
      }
      socket.shutdownOutput();
      return socket.getInputStream().readAllBytes();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16BE", "utf-16le", "UTF-32BE", "UTF-32LE"})
  void aDeclaredEncodingComesBackInUtf8(String name) throws IOException {
    byte[] text = TEXT.getBytes(Charset.forName(name));
    assertThat(say(ascii("charset=" + name + "\n"), text)).asString(UTF_8).isEqualTo(TEXT);
    assertThat(say(ascii("charset=" + name + "\r\n"), text)).asString(UTF_8).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
  void aByteOrderMarkTellsTheEncoding(String name) throws IOException {
    assertThat(say(("\uFEFF" + TEXT).getBytes(Charset.forName(name))))
        .asString(UTF_8)
        .isEqualTo(TEXT);
  }

  @Test
  void aDeclarationInSinglePiecesIsRead() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(ascii("charset=UTF-16LE\n"));
    all.writeBytes(TEXT.getBytes(UTF_16LE));
    byte[] bytes = all.toByteArray();
    byte[][] pieces = new byte[bytes.length][];
    for (int i = 0; i < bytes.length; i++) {
      pieces[i] = new byte[] {bytes[i]};
    }
    assertThat(say(pieces)).asString(UTF_8).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "c", "charse", "charset", "charset=", "charset=UTF-8", "character\n"})
  void textThatOnlyBeginsLikeADeclarationIsText(String text) throws IOException {
    assertThat(say(ascii(text))).asString(UTF_8).isEqualTo(text);
  }

  @Test
  void aLongStartWithoutALineBreakIsAnsweredAtOnce() throws IOException {
    byte[] text = ascii("charset=" + "x".repeat(100));
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write(text);
      assertThat(socket.getInputStream().readNBytes(text.length)).isEqualTo(text);
    }
  }

  @Test
  void anUnknownCharsetIsRefused() throws IOException {
    assertThat(say(ascii("charset=EBCDIC\n"), new byte[100]))
        .asString(UTF_8)
        .isEqualTo("unknown charset EBCDIC\n");
  }

  @Test
  void illFormedTextIsReplacedAndToldOnce() throws Exception {
    byte[] illFormed = {'a', (byte) 0xC0, (byte) 0xAF, 'b', (byte) 0xF0};
    assertThat(say(illFormed)).asString(UTF_8).isEqualTo("a\uFFFD\uFFFDb\uFFFD");
    assertThat(told.poll(120, TimeUnit.SECONDS))
        .startsWith("TCP ")
        .contains("replaced 3 ill-formed, the first OVERLONG at byte 1 of UTF-8 text: C0");
  }

  private HttpResponse<String> post(byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri()).POST(BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString(UTF_8));
  }

  private URI uri() {
    return URI.create("http://127.0.0.1:" + httpPort.getPort() + "/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-16le", "\"UTF-16LE\"", "UTF-16LE; format=flowed"})
  void theCharsetOfTheContentTypeIsTheEncodingOfTheBody(String charset) throws Exception {
    HttpResponse<String> response =
        post(TEXT.getBytes(UTF_16LE), "Content-Type", "text/plain; charset=" + charset);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue("text/plain;charset=UTF-8");
    assertThat(response.body()).isEqualTo(TEXT);
  }

  @Test
  void oneHeaderHasOneMeaning() throws Exception {
    for (DeclaredBody body : DeclaredBody.headers()) {
      assertThat(post(body.bytes(), "Content-Type", body.contentType()).body())
          .as(body.contentType())
          .isEqualTo(body.text());
    }
    for (DeclaredBody body : DeclaredBody.marked()) {
      assertThat(post(body.bytes(), "Content-Type", body.contentType()).body())
          .as(body.contentType())
          .isEqualTo(body.text());
    }
  }

  @Test
  void aBodyWithoutACharsetIsSniffed() throws Exception {
    byte[] marked = ("\uFEFF" + TEXT).getBytes(Charset.forName("UTF-32LE"));
    assertThat(post(marked).body()).isEqualTo(TEXT);
    assertThat(post(TEXT.getBytes(UTF_8), "Content-Type", "text/plain").body()).isEqualTo(TEXT);
    assertThat(post(new byte[0]).body()).isEmpty();
  }

  @Test
  void anUnknownCharsetIsAnUnsupportedMediaType() throws Exception {
    HttpResponse<String> response =
        post(new byte[] {1, 2, 3}, "Content-Type", "text/plain;charset=ebcdic");
    assertThat(response.statusCode()).isEqualTo(415);
    assertThat(response.body()).contains("ebcdic");
  }

  @Test
  void anIllFormedBodyIsToldOf() throws Exception {
    assertThat(post(new byte[] {'a', (byte) 0xFF}).body()).isEqualTo("a\uFFFD");
    assertThat(told.poll(120, TimeUnit.SECONDS))
        .startsWith("HTTP ")
        .contains("the first INVALID_BYTE at byte 1 of UTF-8 text: FF");
  }

  @Test
  void aGetTellsWhatToDo() throws Exception {
    HttpRequest get = HttpRequest.newBuilder(uri()).build();
    assertThat(HttpClient.newHttpClient().send(get, BodyHandlers.ofString(UTF_8)).body())
        .startsWith("POST text here");
  }
}
