/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

/** Text without a newline flows both ways at once: the next piece is sent when the last is back. */
@Tag("whole")
class StreamingTest {
  private static final String TEXT = "Gr\u00FC\u00DFe, \u4F60\u597D, \uD83D\uDE00!";
  private static final int SLOW_CLIENTS = 20;

  @Test
  void anUploadIsEchoedWhileItGoesOn() {
    try (ChunkedRequest echo = echo(UTF_8)) {
      for (String piece : List.of("one", "Gr\u00FC\u00DFe", "\uD83D\uDE00\uD83D\uDE00")) {
        echo.send(piece.getBytes(UTF_8));
        assertThat(echo.read(piece.getBytes(UTF_8).length)).isEqualTo(piece);
      }
      echo.end();
      assertThat(echo.readAll()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "GB18030"})
  void everyCharacterIsEchoedWithItsLastByte(String charset) {
    try (ChunkedRequest echo = echo(Charset.forName(charset))) {
      for (String character : characters()) {
        for (byte unit : character.getBytes(Charset.forName(charset))) {
          echo.send(unit);
        }
        assertThat(echo.read(character.getBytes(UTF_8).length)).isEqualTo(character);
      }
    }
  }

  /** One byte of each in turn, and no next character before all have theirs. */
  @Test
  void slowClientsDoNotWaitForEachOther() {
    List<ChunkedRequest> clients =
        IntStream.range(0, SLOW_CLIENTS)
            .mapToObj(i -> echo(i % 2 == 0 ? UTF_8 : UTF_16LE))
            .toList();
    for (String character : characters()) {
      sendInTurns(clients, character);
      for (ChunkedRequest client : clients) {
        assertThat(client.read(character.getBytes(UTF_8).length)).isEqualTo(character);
      }
    }
    for (ChunkedRequest client : clients) {
      client.end();
      assertThat(client.readAll()).isEmpty();
      client.close();
    }
  }

  private static void sendInTurns(List<ChunkedRequest> clients, String character) {
    byte[] utf8 = character.getBytes(UTF_8);
    byte[] utf16 = character.getBytes(UTF_16LE);
    for (int at = 0; at < Math.max(utf8.length, utf16.length); at++) {
      for (int i = 0; i < clients.size(); i++) {
        byte[] bytes = i % 2 == 0 ? utf8 : utf16;
        if (at < bytes.length) {
          clients.get(i).send(bytes[at]);
        }
      }
    }
  }

  @Test
  void aDownloadIsReadWhileItGoesOn() {
    Sinks.Many<byte[]> pieces = Sinks.many().unicast().onBackpressureBuffer();
    try (CuttingServer server = CuttingServer.sending("text/plain", pieces.asFlux())) {
      byte[] euro = "\u20AC".getBytes(UTF_8);
      pieces.tryEmitNext(new byte[] {'a', euro[0]}).orThrow();
      Iterator<String> received =
          Sides.utflow()
              .client(server)
              .get()
              .uri("/0")
              .retrieve()
              .bodyToFlux(String.class)
              .timeout(Duration.ofMinutes(1))
              .toIterable()
              .iterator();
      assertThat(received.next()).isEqualTo("a");
      pieces.tryEmitNext(new byte[] {euro[1]}).orThrow();
      pieces.tryEmitNext(new byte[] {euro[2], 'b'}).orThrow();
      assertThat(received.next()).isEqualTo("\u20ACb");
      pieces.tryEmitComplete().orThrow();
      assertThat(received.hasNext()).isFalse();
    }
  }

  private static ChunkedRequest echo(Charset charset) {
    return ChunkedRequest.post(
        Sides.utflow().port(), "/echo", "text/plain;charset=" + charset.name());
  }

  private static List<String> characters() {
    return TEXT.codePoints().mapToObj(Character::toString).toList();
  }
}
