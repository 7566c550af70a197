/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.examples.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory is bounded by the number of clients, however small the chunks are that they send. */
@Tag("whole")
@Timeout(300)
class GatewayLoadTest {
  private static final int CLIENTS = 30;
  private static final int CHUNKS = 60_000;
  private static final int MEMORY = 48;
  private static final byte[] HEAD =
      "POST /transcode HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
          .getBytes(US_ASCII);
  private static final byte[] CHUNK = "1\r\nx\r\n".getBytes(US_ASCII);
  private static final byte[] END = "0\r\n\r\n".getBytes(US_ASCII);

  @Test
  void bodiesInChunksOfOneByteDoNotFillTheMemory() throws Exception {
    List<Socket> clients = new ArrayList<>();
    try (ServerProcess gateway = ServerProcess.start("gateway", MEMORY)) {
      for (int i = 0; i < CLIENTS; i++) {
        Socket client = gateway.connect();
        clients.add(client);
        client.getOutputStream().write(HEAD);
        client.getOutputStream().write(chunks());
      }
      for (Socket client : clients) {
        client.getOutputStream().write(END);
        assertThat(status(client.getInputStream())).isEqualTo("HTTP/1.1 200");
      }
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  private static byte[] chunks() {
    byte[] chunks = new byte[CHUNKS * CHUNK.length];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = CHUNK[i % CHUNK.length];
    }
    return chunks;
  }

  private static String status(InputStream answer) throws IOException {
    return new String(answer.readNBytes("HTTP/1.1 200".length()), US_ASCII);
  }
}
