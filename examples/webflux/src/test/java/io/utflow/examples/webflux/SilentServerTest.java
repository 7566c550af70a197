/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A comparison that fails says which request failed, on which side, and what had been answered. */
class SilentServerTest {

  @Test
  void aRowThatFailsIsNamed() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ConfigurableApplicationContext context = contextOf(server)) {
      Side side = new Side("a server that breaks off", context);
      CompletableFuture<Void> answer = CompletableFuture.runAsync(() -> breakOff(server));
      PrintStream table = new PrintStream(PrintStream.nullOutputStream());
      assertThatThrownBy(() -> Comparison.print(table, side, side))
          .hasMessage(
              "6 chunks without a newline: the first text comes with, sent to a server that breaks off")
          .cause()
          .hasMessage(
              "POST /arrival to port %d; of the answer came 10 bytes: \"HTTP/1.1 2\""
                  .formatted(server.getLocalPort()));
      answer.join();
    }
  }

  private static ConfigurableApplicationContext contextOf(ServerSocket server) {
    return new SpringApplicationBuilder(Object.class)
        .web(WebApplicationType.NONE)
        .properties("local.server.port=" + server.getLocalPort())
        .properties("spring.main.banner-mode=off", "logging.level.root=off")
        .run();
  }

  /** Reads the head of the request, and its body, so that the end is no reset. */
  private static void breakOff(ServerSocket server) {
    try (Socket socket = server.accept()) {
      StringBuilder request = new StringBuilder();
      while (request.indexOf("\r\n0\r\n\r\n") < 0) {
        request.append((char) socket.getInputStream().read());
      }
      socket.getOutputStream().write("HTTP/1.1 2".getBytes(US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
