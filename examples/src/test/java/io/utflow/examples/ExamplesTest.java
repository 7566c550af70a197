/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("whole")
class ExamplesTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Examples.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
  }

  @Test
  void theDemonstrationEndsWithStatusZero() {
    assertThat(run("--seed", "7", "--details")).as("%s%s", out, err).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains(
            "336 streams",
            "seed 7",
            "336 of 336 streams have arrived",
            "672 of 672 streams",
            "UNPAIRED_HIGH_SURROGATE")
        .doesNotContain("NO", "\u001B");
    assertThat(out.toString().lines())
        .allSatisfy(
            line -> assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(80));
  }

  @Test
  void aWrongCommandLineIsStatusTwo() {
    assertThat(run("--encoding", "UTF-16LE")).isEqualTo(2);
    assertThat(run("--serve", "0", "--encoding", "EBCDIC")).isEqualTo(2);
    assertThat(err.toString()).contains("\"EBCDIC\" names no encoding").hasLineCount(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--serve 99999",
        "--serve -1",
        "--serve http",
        "--serve 0 --http-port 65536",
        "gateway 99999",
        "chat 65536",
        "chat x",
        "syslog --port 65536",
        "syslog --tls-port x",
        "hl7 --port x",
        "characters --port -1"
      })
  void aNumberThatIsNoPortIsToldInALine(String arguments) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains("is not a port").hasLineCount(1).doesNotContain("java.");
    assertThat(out.toString()).isEmpty();
  }

  /** Where it is taken, the server starts, and the test is interrupted. */
  @Timeout(300)
  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      quoteCharacter = '"',
      value = {
        "syslog --frame-time PT0S:'PT0S' is not a time limit",
        "syslog --frame-time=-PT5S:'-PT5S' is not a time limit",
        "syslog --idle-time PT99999999999999H:is not a time limit; give one from PT0.001S to P365D",
        "syslog --idle-time PT9000H:is not a time limit",
        "hl7 --frame-time PT0.0001S:is not a time limit",
        "hl7 --answer-time xyz:'xyz' is not a time limit",
        "hl7 --idle-time 5:is not a time limit",
        "characters --patience PT0S:is not a time limit",
        "syslog --max-connections 0:'0' is not a number of connections",
        "syslog --max-connections-per-address x:is not a number of connections",
        "hl7 --max-connections=-1:is not a number of connections",
        "hl7 --max-connections-per-address 4294967297:is not a number of connections",
        "characters --max-connections 0:is not a number of connections",
        "syslog --certificate pom.xml --key pom.xml:give --tls-port",
        "syslog --client-ca pom.xml:give --tls-port",
        "hl7 --charset UTF-16:cannot be carried by MLLP",
        "hl7 --charset SCSU:cannot be carried by MLLP"
      })
  void whatNoServerCanKeepToIsRefusedAtItsStart(String arguments, String reason) {
    assertThat(run((arguments + " --port 0").split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(reason).hasLineCount(1).doesNotContain("java.");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aPortInUseIsToldInALine() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("--serve", String.valueOf(taken.getLocalPort()))).isEqualTo(1);
      assertThat(err.toString()).contains("in use").hasLineCount(1);
    }
  }

  @Test
  void theServerStaysUpUntilItIsInterrupted() throws Exception {
    CompletableFuture<Integer> status = new CompletableFuture<>();
    try (PipedReader reader = new PipedReader();
        PipedWriter writer = new PipedWriter(reader);
        BufferedReader lines = new BufferedReader(reader)) {
      Thread thread =
          new Thread(
              () ->
                  status.complete(
                      Examples.commandLine(new PrintWriter(writer, true), new PrintWriter(err))
                          .execute("--serve", "0", "--encoding", "UTF-16LE")));
      thread.start();
      String address = lines.readLine();
      int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
      assertThat(lines.readLine()).startsWith("text over HTTP:");
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write("ö!".getBytes(StandardCharsets.UTF_16LE));
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readAllBytes())
            .asString(StandardCharsets.UTF_8)
            .isEqualTo("ö!");
      }
      assertThat(status).isNotDone();
      thread.interrupt();
      assertThat(status.get(120, TimeUnit.SECONDS)).isZero();
    }
  }
}
