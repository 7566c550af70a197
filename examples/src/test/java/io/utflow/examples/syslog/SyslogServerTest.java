/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import static io.utflow.examples.syslog.SyslogLines.octets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.server.Journal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One peer that is slow, floods or breaks the rules, and another that must not notice. */
@Timeout(300)
class SyslogServerTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final CountDownLatch mayWrite = new CountDownLatch(1);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Journal journal = new Journal(new PrintWriter(new Lines()));
  private SyslogServer server;
  private InetSocketAddress port;

  /** Queues each line, once writing is allowed. */
  private final class Lines extends Writer {
    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      try {
        mayWrite.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      String line = new String(chars, offset, length);
      if (!line.equals("\n")) {
        lines.add(line);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private void start(int connections, Duration frameTime, Duration idleTime) {
    SyslogSettings settings =
        new SyslogSettings(
            TextEncoding.forName("windows-1252"),
            480,
            connections,
            connections,
            frameTime,
            SHORT,
            idleTime,
            LONG,
            UnaryOperator.identity());
    server = new SyslogServer(settings, journal, registry);
    port = server.listen(0, null);
  }

  @AfterEach
  void stop() {
    mayWrite.countDown();
    server.close();
    journal.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(port.getAddress(), port.getPort());
    socket.setSoTimeout(120_000);
    return socket;
  }

  private static void send(Socket socket, String octets) throws IOException {
    socket.getOutputStream().write(octets(octets));
  }

  private String nextMessage() throws InterruptedException {
    String line = lines.poll(120, TimeUnit.SECONDS);
    assertThat(line).isNotNull().contains("\"message\":");
    return line.replaceAll(".*\"message\":\"([^\"]*)\".*", "$1");
  }

  private static void assertClosed(Socket socket) {
    assertThatThrownBy(
            () -> {
              if (socket.getInputStream().read() < 0) {
                throw new IOException("closed");
              }
            })
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(SocketTimeoutException.class);
  }

  private double counted(String name) {
    return registry.get(name).counter().count();
  }

  @Test
  void whoNeverEndsAMessageIsLetGo() throws Exception {
    mayWrite.countDown();
    start(10, SHORT, LONG);
    try (Socket flood = connect();
        Socket dripping = connect();
        Socket good = connect()) {
      CompletableFuture<Void> flooding =
          CompletableFuture.runAsync(() -> sendWithoutEnd(flood, "x".repeat(4096)));
      CompletableFuture<Void> drips =
          CompletableFuture.runAsync(() -> sendWithoutEnd(dripping, "x"));
      send(good, "<13>a: one\n");
      drips.join();
      flooding.join();
      send(good, "<13>a: two\n");
      assertThat(messagesUpTo("two")).contains("one");
      assertThat(counted("connections.stalled")).isEqualTo(2);
    }
  }

  private static void sendWithoutEnd(Socket socket, String piece) {
    try {
      while (true) {
        send(socket, piece);
      }
    } catch (IOException e) {
      // The server has closed the connection.
    }
  }

  private List<String> messagesUpTo(String last) throws InterruptedException {
    List<String> messages = new ArrayList<>();
    while (!messages.contains(last)) {
      messages.add(nextMessage());
    }
    return messages;
  }

  @Test
  void whoIsSilentBetweenMessagesMayBeAndForLongMayNot() throws Exception {
    mayWrite.countDown();
    start(10, Duration.ofMillis(20), Duration.ofMillis(400));
    try (Socket quiet = connect()) {
      send(quiet, "<13>a: one\n");
      assertThat(nextMessage()).isEqualTo("one");
      assertClosed(quiet);
      assertThat(counted("connections.stalled")).isZero();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreRefused() throws Exception {
    mayWrite.countDown();
    start(2, LONG, LONG);
    try (Socket first = connect();
        Socket second = connect()) {
      send(first, "<13>a: one\n");
      assertThat(nextMessage()).isEqualTo("one");
      send(second, "<13>a: two\n");
      assertThat(nextMessage()).isEqualTo("two");
      try (Socket third = connect()) {
        assertClosed(third);
      }
      assertThat(counted("connections.refused")).isEqualTo(1);
      send(first, "<13>a: three\n");
      assertThat(nextMessage()).isEqualTo("three");
    }
  }

  @Test
  void aLostFramingEndsItsConnectionBehindTheMessagesBefore() throws Exception {
    mayWrite.countDown();
    start(10, LONG, LONG);
    try (Socket broken = connect()) {
      send(broken, "9 <13>a: on10 <13>a: twox <13>a: three");
      assertThat(nextMessage()).isEqualTo("on");
      assertThat(nextMessage()).isEqualTo("two");
      assertClosed(broken);
    }
    assertThat(counted("connections.framing.lost")).isEqualTo(1);
    assertThat(lines).isEmpty();
  }

  /** While nothing is written a peer is not read, and not blamed for it. */
  @Test
  void whoeverReadsTheOutputSlowlyMakesThePeersWaitAndLosesNothing() throws Exception {
    // Half a second: also the thread that sends may be late with the rest of a message.
    start(10, Duration.ofMillis(500), LONG);
    int count = 60_000; // Some megabytes, more than the buffers of both sockets hold.
    String rest = " " + "y".repeat(300) + "\n";
    try (Socket peer = connect()) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try (Socket closing = peer) {
                  for (int i = 0; i < count; i++) {
                    send(closing, "<13>a: " + i + rest);
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertThatThrownBy(() -> sent.get(1_500, TimeUnit.MILLISECONDS))
          .as("the peer waits for the output")
          .isInstanceOf(TimeoutException.class);
      mayWrite.countDown();
      for (int i = 0; i < count; i++) {
        assertThat(nextMessage()).startsWith(i + " y");
      }
      sent.join();
    }
    assertThat(counted("connections.stalled")).isZero();
  }

  /** Also what the peer has sent and the server has not read yet when its end begins. */
  @Test
  void theEndWritesWhatHasCome() throws Exception {
    mayWrite.countDown();
    start(10, LONG, LONG);
    try (Socket peer = connect()) {
      send(peer, "<13>a: one\n");
      assertThat(nextMessage()).isEqualTo("one");
      int count = 5_000;
      StringBuilder rest = new StringBuilder();
      for (int i = 0; i < count; i++) {
        rest.append("<13>a: ").append(i).append('\n');
      }
      send(peer, rest.toString());
      server.close();
      for (int i = 0; i < count; i++) {
        assertThat(nextMessage()).isEqualTo("" + i);
      }
      assertClosed(peer);
    }
  }

  @Test
  void whatALastMessageWithoutLfHoldsIsWritten() throws Exception {
    mayWrite.countDown();
    start(10, LONG, LONG);
    try (Socket peer = connect()) {
      send(peer, "<13>a: last");
    }
    assertThat(nextMessage()).isEqualTo("last");
  }
}
