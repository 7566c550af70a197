/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The chat with Debian's telnet: {@code .ci/run} installs it. */
@Timeout(300)
class TelnetClientTest {
  @Test
  void telnetSendsAndReadsLines() throws IOException, InterruptedException {
    boolean installed =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> new File(folder, "telnet").canExecute());
    assumeTrue(installed, "No telnet: the chat was not tried with it.");
    try (ChatServer server = new ChatServer(Duration.ofSeconds(5))) {
      InetSocketAddress at = server.listen(0);
      Process telnet =
          new ProcessBuilder("telnet", "-8", at.getHostString(), "" + at.getPort())
              .redirectErrorStream(true)
              .start();
      try (BufferedReader out =
              new BufferedReader(new InputStreamReader(telnet.getInputStream(), UTF_8));
          OutputStream in = telnet.getOutputStream()) {
        awaitLine(out, "* Welcome. You are guest1.");
        in.write("/nick Grüße\n".getBytes(UTF_8));
        in.flush();
        awaitLine(out, "* You are Grüße.");
        in.write(new byte[] {'/', 'n', 'i', 'c', 'k', ' ', (byte) 0xE9, (byte) 0xFF, '\n'});
        in.flush();
        awaitLine(out, "* You are éÿ.");
        in.write("/quit\n".getBytes(UTF_8));
        in.flush();
        awaitLine(out, "Bye.");
      } finally {
        telnet.destroy();
        telnet.waitFor();
      }
    }
  }

  private static void awaitLine(BufferedReader out, String begin) throws IOException {
    String line;
    do {
      line = out.readLine();
      assertThat(line).as("the end before \"%s\"", begin).isNotNull();
    } while (!line.startsWith(begin));
  }
}
