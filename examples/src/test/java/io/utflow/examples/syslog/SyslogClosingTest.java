/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import static io.utflow.examples.syslog.SyslogLines.octets;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.QueuedLines;
import io.utflow.examples.server.Deadline;
import io.utflow.examples.server.Journal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who ends a connection, and what that says of a message without its LF. */
@Tag("whole")
@Timeout(300)
class SyslogClosingTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Journal journal = new Journal(new PrintWriter(new QueuedLines(lines)));
  private SyslogServer server;
  private InetSocketAddress port;

  private void start(Duration frameTime, Duration idleTime, @Nullable SslContext tls) {
    SyslogSettings settings =
        new SyslogSettings(
            TextEncoding.forName("windows-1252"),
            480,
            10,
            10,
            frameTime,
            LONG,
            idleTime,
            LONG,
            UnaryOperator.identity());
    server = new SyslogServer(settings, journal, new SimpleMeterRegistry());
    port = server.listen(0, tls);
  }

  @AfterEach
  void stop() {
    server.close();
    journal.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(port.getAddress(), port.getPort());
    socket.setSoTimeout(120_000);
    return socket;
  }

  private static SSLSocket tls(Socket wire, String version) throws Exception {
    SSLContext trusting = SSLContext.getInstance("TLS");
    trusting.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    SSLSocket socket =
        (SSLSocket) trusting.getSocketFactory().createSocket(wire, "localhost", 1, false);
    socket.setEnabledProtocols(new String[] {version});
    return socket;
  }

  private String nextLines() throws InterruptedException {
    String next = lines.poll(120, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  /** The peer says that it has ended, and waits for the server to say so, and to close. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theEndOfTlsIsAnswered(String version) throws Exception {
    start(LONG, LONG, new Tls().context(new PrintWriter(Writer.nullWriter())));
    try (Socket wire = connect()) {
      SSLSocket peer = tls(wire, version);
      peer.getOutputStream().write(octets("<13>a: one\n<13>a: two"));
      assertEndsWhenThePeerHasEnded(peer, wire);
    }
    assertThat(nextLines()).contains("\"message\":\"one\"}");
    assertThat(nextLines()).contains("\"message\":\"two\"}");
    try (Socket wire = connect()) {
      SSLSocket peer = tls(wire, version);
      peer.startHandshake();
      assertEndsWhenThePeerHasEnded(peer, wire);
    }
  }

  private static void assertEndsWhenThePeerHasEnded(SSLSocket peer, Socket wire)
      throws IOException {
    peer.shutdownOutput(); // close_notify
    assertThat(peer.getInputStream().read()).isEqualTo(-1);
    wire.getInputStream().readAllBytes(); // Up to the end of TCP.
  }

  /** Anybody on the way can end TCP; that the message was whole only TLS could say. */
  @Test
  void anEndWithoutCloseNotifyCutsTheMessage() throws Exception {
    start(LONG, LONG, new Tls().context(new PrintWriter(Writer.nullWriter())));
    try (Socket wire = connect()) {
      SSLSocket peer = tls(wire, "TLSv1.3");
      peer.getOutputStream().write(octets("<13>a: one\n"));
      assertThat(nextLines()).contains("\"message\":\"one\"}");
      peer.getOutputStream().write(octets("<13>a: two"));
    }
    assertThat(nextLines()).contains("\"message\":\"two\",\"truncated\":true}");
  }

  @Test
  void aMessageThatTakesTooLongIsCut() throws Exception {
    start(SHORT, LONG, null);
    assertCut();
  }

  @Test
  void aMessageOfASilentPeerIsCut() throws Exception {
    start(LONG, SHORT, null);
    assertCut();
  }

  private void assertCut() throws Exception {
    try (Socket peer = connect()) {
      peer.getOutputStream().write(octets("<13>a: half"));
      assertThat(nextLines()).contains("\"message\":\"half\",\"truncated\":true}");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theEndOfTheServerCutsAMessage(boolean isOverdue) throws Exception {
    start(LONG, LONG, null);
    try (Socket peer = connect()) {
      peer.getOutputStream().write(octets("<13>a: one\n<13>a: half"));
      assertThat(nextLines()).contains("\"message\":\"one\"}");
      server.close(Deadline.in(isOverdue ? Duration.ZERO : LONG));
      assertThat(nextLines()).contains("\"message\":\"half\",\"truncated\":true}");
    }
  }

  @Test
  void aPeerThatClosesHasEndedItsMessage() throws Exception {
    start(LONG, LONG, null);
    try (Socket peer = connect()) {
      peer.getOutputStream().write(octets("<13>a: whole"));
    }
    assertThat(nextLines()).contains("\"message\":\"whole\"}");
  }
}
