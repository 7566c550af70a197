/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.examples.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory is bounded by the number of members, whatever each sends and does not read. */
@Tag("whole")
@Timeout(300)
class ChatLoadTest {
  private static final int MEMORY = 32;
  private static final byte[] COMMANDS = "/x\n".repeat(20_000).getBytes(UTF_8);

  @Test
  void answersToAMemberThatDoesNotReadDoNotFillTheMemory() throws Exception {
    try (ServerProcess chat = ServerProcess.start("chat", MEMORY);
        Socket deaf = chat.connect();
        Socket ann = chat.connect();
        Socket bob = chat.connect()) {
      BufferedReader heard = new BufferedReader(new InputStreamReader(bob.getInputStream(), UTF_8));
      assertThat(heard.readLine()).startsWith("* Welcome");
      assertThatThrownBy(() -> sendWithoutEnd(deaf))
          .as("it is let go")
          .isInstanceOf(IOException.class);
      ann.getOutputStream().write("still here\n".getBytes(UTF_8));
      assertThat(heard.readLine()).isEqualTo("* guest1 did not keep up and is gone.");
      assertThat(heard.readLine()).endsWith("> still here");
    }
  }

  private static void sendWithoutEnd(Socket socket) throws IOException {
    for (int i = 0; i < 2000; i++) {
      socket.getOutputStream().write(COMMANDS);
    }
  }
}
