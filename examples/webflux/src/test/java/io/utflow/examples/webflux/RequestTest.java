/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.examples.webflux.Side.Answer;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole requests: JSON in its charset, and what is an error of the client. */
class RequestTest {

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-32BE", "windows-1252", "GB18030"})
  void jsonIsReadInItsCharset(String charset) {
    byte[] json = "[{\"name\":\"Zo\u00EB\"},{\"name\":\"Ada\"}]".getBytes(Charset.forName(charset));
    String type = "application/json;charset=" + charset;
    assertThat(post("/people", type, json)).isEqualTo(new Answer(200, "Zo\u00EB|Ada"));
    assertThat(post("/people", type, bytes(json))).isEqualTo(new Answer(200, "Zo\u00EB|Ada"));
    byte[] one = "{\"name\":\"Zo\u00EB\"}".getBytes(Charset.forName(charset));
    assertThat(post("/person", type, bytes(one))).isEqualTo(new Answer(200, "Zo\u00EB"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/elements", "/whole", "/functional"})
  void illFormedTextIs400(String path) {
    byte[] euro = "\u20AC".getBytes(UTF_8);
    assertThat(post(path, "text/plain", euro)).isEqualTo(new Answer(200, "\u20AC"));
    assertThat(post(path, "text/plain", Arrays.copyOf(euro, 2)).status()).isEqualTo(400);
    assertThat(post(path, "text/plain;charset=UTF-16", new byte[3]).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/whole", "/functional"})
  void aBodyOverTheLimitIs413(String path) {
    assertThat(post(path, "text/plain", new byte[2048]).status()).isEqualTo(200);
    assertThat(post(path, "text/plain", new byte[2049]).status()).isEqualTo(413);
    assertThat(post(path, "text/plain", new byte[1024], new byte[1025]).status()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/elements", "/whole", "/functional"})
  void anUnknownCharsetIs415(String path) {
    assertThat(post(path, "text/plain;charset=nonsense", new byte[1]).status()).isEqualTo(415);
  }

  private static Answer post(String path, String contentType, byte[]... chunks) {
    return Sides.utflow().post(path, contentType, chunks);
  }

  private static byte[][] bytes(byte[] text) {
    return CuttingServer.bytes(text).collectList().block().toArray(byte[][]::new);
  }
}
