/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.DeclaredBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies in charsets over a socket, each byte sent alone. */
class GatewayCharsetsTest {
  private final GatewayServer server =
      new GatewayServer(0, new PrintWriter(new StringWriter(), true));

  @AfterEach
  void stop() {
    server.close();
  }

  private static byte[] written(String name, String text) {
    TextEncoder encoder = EncoderSpec.of(TextEncoding.forName(name)).newEncoder();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(encoder.encode(text));
    bytes.writeBytes(encoder.finish());
    return bytes.toByteArray();
  }

  /** The answer, one char for each byte; of its body the chunks are joined. */
  private String answer(String query, String headers, byte[] body) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(120_000);
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      String head = "POST /transcode" + query + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n";
      out.write((head + headers + "Transfer-Encoding: chunked\r\n\r\n").getBytes(US_ASCII));
      for (byte b : body) {
        out.write(new byte[] {'1', '\r', '\n', b, '\r', '\n'});
        out.flush();
      }
      out.write("0\r\n\r\n".getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static byte[] body(String answer) {
    int at = answer.indexOf("\r\n\r\n") + 4;
    if (!answer.substring(0, at).toLowerCase().contains("chunked")) {
      return answer.substring(at).getBytes(ISO_8859_1);
    }
    StringBuilder body = new StringBuilder();
    while (true) {
      int end = answer.indexOf("\r\n", at);
      int length = Integer.parseInt(answer.substring(at, end), 16);
      if (length == 0) {
        return body.toString().getBytes(ISO_8859_1);
      }
      body.append(answer, end + 2, end + 2 + length);
      at = end + 2 + length + 2;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "windows-1252, Gr\u00FC\u00DFe \u20AC",
    "Shift_JIS, \u65E5\u672C\u8A9E a\u30BD",
    "GB18030, \u4E16\u754C \uD83D\uDE42",
    "ISO-2022-JP, \u65E5\u672Ca",
    "EUC-KR, \uD55C\uAE00 a",
    "Big5-HKSCS, \u4E16\u754Ca",
    "CESU-8, a\u65E5\uD83D\uDE42",
    "Modified-UTF-8, a\u65E5\uD83D\uDE42",
    "SCSU, \u041C\u043E\u65E5\uD83D\uDE42",
    "BOCU-1, \u041C\u043E\u65E5\uD83D\uDE42",
  })
  void aBodyIsTranscodedThereAndBack(String name, String text) throws IOException {
    byte[] legacy = written(name, text);
    String there = answer("?from=utf-8&to=" + name, "", text.getBytes(UTF_8));
    assertThat(there).startsWith("HTTP/1.1 200").containsIgnoringCase("charset=" + name);
    assertThat(body(there)).isEqualTo(legacy);
    assertThat(body(answer("?from=" + name + "&to=utf-8", "", legacy)))
        .isEqualTo(text.getBytes(UTF_8));
  }

  @Test
  void theContentTypeNamesACharset() throws IOException {
    byte[] legacy = written("Shift_JIS", "\u65E5\u672C");
    assertThat(body(answer("", "Content-Type: text/plain; charset=shift_jis\r\n", legacy)))
        .isEqualTo("\u65E5\u672C".getBytes(UTF_8));
  }

  @Test
  void oneHeaderHasOneMeaning() throws IOException {
    List<DeclaredBody> bodies = new ArrayList<>(DeclaredBody.headers());
    bodies.addAll(DeclaredBody.marked());
    for (DeclaredBody body : bodies) {
      String header = "Content-Type: " + body.contentType() + "\r\n";
      assertThat(body(answer("", header, body.bytes())))
          .as(header)
          .isEqualTo(body.text().getBytes(UTF_8));
    }
  }

  /** Neither the name nor the policy makes it fail in another way than by its own answer. */
  @Test
  void everyCharsetIsReadUnderEveryPolicy() throws IOException {
    for (String name : TextEncoding.names()) {
      String answer = answer("?on-malformed=skip&from=" + name, "", new byte[] {'a'});
      assertThat(answer).as(name).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void whatIsIllFormedIsToldWithItsOffset() throws IOException {
    byte[] cut = {(byte) 0x93, (byte) 0xFA, (byte) 0x93};
    String refused = answer("?from=shift_jis", "", cut);
    assertThat(refused).startsWith("HTTP/1.1 422").contains("TRUNCATED at byte 2 of Shift_JIS");
    assertThat(body(answer("?from=shift_jis&on-malformed=replace", "", cut)))
        .isEqualTo("\u65E5\uFFFD".getBytes(UTF_8));
  }
}
