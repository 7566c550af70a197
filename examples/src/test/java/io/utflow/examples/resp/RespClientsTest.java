/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server with the clients of Redis, where Debian's redis-tools are installed. */
@Tag("whole")
@Timeout(300)
class RespClientsTest {
  private final RespServer server = new RespServer();
  private final InetSocketAddress address = server.listen(0);

  @BeforeAll
  static void assumeInstalled() {
    boolean isThere =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "redis-benchmark")));
    if (!isThere) {
      System.out.println(
          "RespClientsTest: skipped, redis-cli is not installed (package redis-tools)");
    }
    assumeTrue(isThere, "redis-cli is not installed");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String run(String input, String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(program, "-h", "127.0.0.1"));
    command.addAll(List.of("-p", String.valueOf(address.getPort())));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void redisCli() throws Exception {
    assertThat(run("", "redis-cli", "PING")).isEqualTo("PONG\n");
    assertThat(run("", "redis-cli", "--raw", "ECHO", "a\r\nb c")).isEqualTo("a\r\nb c\n");
    assertThat(run("gr\u00FC\u00DFe \uD83D\uDE00", "redis-cli", "-x", "SET", "k"))
        .isEqualTo("OK\n");
    assertThat(run("", "redis-cli", "--raw", "GET", "k"))
        .isEqualTo("gr\u00FC\u00DFe \uD83D\uDE00\n");
    assertThat(run("PING\nSET a b\nGET a\nGET c\n", "redis-cli", "--no-raw"))
        .isEqualTo("PONG\nOK\n\"b\"\n(nil)\n");
  }

  /** Requests of many connections, several in a packet. */
  @Test
  void redisBenchmark() throws Exception {
    String out =
        run(
            "",
            "redis-benchmark",
            "-t",
            "ping,set,get",
            "-n",
            "5000",
            "-c",
            "20",
            "-P",
            "16",
            "-r",
            "100",
            "-d",
            "300",
            "--csv");
    assertThat(out).contains("\"PING_INLINE\"", "\"PING_MBULK\"", "\"SET\"", "\"GET\"");
    assertThat(out).doesNotContainIgnoringCase("error").doesNotContain("WARNING");
  }
}
