/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Jvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers whose standard output ends before they do. */
@Tag("whole")
@Timeout(300)
class ServerOutputTest {
  @ParameterizedTest
  @CsvSource({
    "syslog, '<13>a: one\n'",
    "hl7, '\u000BMSH|^~\\&|A|B|C|D|1||ADT^A01|7|P|2.5\r\u001C\r'"
  })
  void theLossOfTheOutputIsToldInALineWithItsCause(String command, String message)
      throws Exception {
    Process server =
        new ProcessBuilder(
                Jvm.running(Examples.class, List.of("-Xmx64m"), List.of(command, "--port", "0")))
            .start();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8))) {
      String address = err.readLine();
      while (!address.matches("\\S.*:\\d+")) { // What a newer JVM says of Netty, and a logger.
        address = err.readLine();
      }
      int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
      server.getInputStream().close();
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(message.getBytes(StandardCharsets.US_ASCII));
        String told = err.lines().collect(Collectors.joining("\n"));
        assertThat(told)
            .containsPattern(
                "(?m)^" + command + ": the output of this server is gone: .+: standard output$")
            .doesNotContain("Exception");
      }
      assertThat(server.waitFor()).isEqualTo(1);
    } finally {
      server.destroyForcibly();
    }
  }
}
