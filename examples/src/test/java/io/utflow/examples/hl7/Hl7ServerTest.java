/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.app.Connection;
import ca.uhn.hl7v2.llp.MinLowerLayerProtocol;
import ca.uhn.hl7v2.model.v25.message.ACK;
import ca.uhn.hl7v2.model.v25.message.ADT_A01;
import ca.uhn.hl7v2.util.idgenerator.InMemoryIDGenerator;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

@Tag("whole")
@Timeout(300)
class Hl7ServerTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final BlockingQueue<ReceivedMessage> stored = new LinkedBlockingQueue<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Hl7Server server;

  private void start(
      Duration frameTime, Duration answerTime, Function<ReceivedMessage, Mono<Void>> store) {
    MessageReader reader =
        new MessageReader(
            TextEncoding.forName("US-ASCII"), CharsetNames.TABLE_0211, UnaryOperator.identity());
    Hl7Settings settings = new Hl7Settings(100_000, 3, 3, frameTime, answerTime, LONG, LONG);
    server = new Hl7Server(0, settings, new Receiver(reader, store, registry), registry);
  }

  private void start(Duration frameTime, Duration answerTime) {
    start(frameTime, answerTime, message -> Mono.fromRunnable(() -> stored.add(message)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(120_000);
    return socket;
  }

  private static byte[] message(int id) {
    return Exchange.framed(
        ("MSH|^~\\&|A|B|C|D|1||ADT^A01|" + id + "|P|2.5.1||||||UNICODE UTF-8\rPID|1||\u00FC\r")
            .getBytes(StandardCharsets.UTF_8));
  }

  private static String answer(InputStream in) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    int octet;
    do {
      octet = in.read();
      assertThat(octet).as("the end of the connection").isNotNegative();
      answer.write(octet);
    } while (octet != 0x1C);
    answer.write(in.read());
    return Exchange.withoutFrame(answer.toByteArray());
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

  private void assertServes(Socket socket, int id) throws IOException {
    socket.getOutputStream().write(message(id));
    assertThat(answer(socket.getInputStream())).contains("\rMSA|AA|" + id + "\r");
  }

  /** HAPI writes a message in the charset that its MSH-18 names, and reads the answer so. */
  @ParameterizedTest
  @CsvSource({
    "UNICODE UTF-8, M\u00FCller \u5C71\u7530",
    "8859/1, M\u00FCller",
    "8859/5, \u041C\u0438\u0440",
    "8859/15, M\u00FCller \u20AC",
    "GB 18030-2000, \u5F20\u4F1F",
    "BIG-5, \u9673\u5927\u6587",
    "KS X 1001, \uAE40\uBBFC\uC218",
    "ASCII, Miller"
  })
  void hapi(String charset, String name) throws Exception {
    start(LONG, LONG);
    ADT_A01 message = new ADT_A01();
    try (HapiContext context = new DefaultHapiContext()) {
      context.getParserConfiguration().setIdGenerator(new InMemoryIDGenerator()); // Not in a file.
      message.setParser(context.getPipeParser());
      message.initQuickstart("ADT", "A01", "P");
      message.getMSH().getMessageControlID().setValue(name);
      message.getMSH().getCharacterSet(0).setValue(charset);
      message.getPID().getPatientName(0).getFamilyName().getSurname().setValue(name);
      context.setLowerLayerProtocol(new MinLowerLayerProtocol(true));
      Connection connection = context.newClient("127.0.0.1", server.address().getPort(), false);
      connection.getInitiator().setTimeout(2, TimeUnit.MINUTES); // HAPI's own are ten seconds.
      ACK answer = (ACK) connection.getInitiator().sendAndReceive(message);
      assertThat(answer.getMSA().getAcknowledgmentCode().getValue()).isEqualTo("AA");
      assertThat(answer.getMSA().getMessageControlID().getValue()).isEqualTo(name);
      assertThat(answer.getMSH().getCharacterSet(0).getValue()).isEqualTo(charset);
      connection.close();
    }
    assertThat(stored.poll(120, TimeUnit.SECONDS).text()).isEqualTo(message.encode());
  }

  @Test
  void whoNeverEndsAMessageIsLetGo() throws Exception {
    start(SHORT, LONG);
    try (Socket flood = connect();
        Socket dripping = connect();
        Socket good = connect()) {
      CompletableFuture<Void> flooding =
          CompletableFuture.runAsync(() -> sendWithoutEnd(flood, "\u000BMSH" + "x".repeat(9000)));
      CompletableFuture<Void> drips =
          CompletableFuture.runAsync(() -> sendWithoutEnd(dripping, "\u000BM"));
      assertServes(good, 1);
      flooding.join();
      drips.join();
      assertServes(good, 2);
      assertThat(registry.get("connections.stalled").counter().count()).isEqualTo(2);
    }
  }

  private static void sendWithoutEnd(Socket socket, String start) {
    try {
      socket.getOutputStream().write(Exchange.octets(start));
      byte[] piece = Exchange.octets(start.substring(1));
      while (true) {
        socket.getOutputStream().write(piece);
      }
    } catch (IOException e) {
      // The server has closed the connection.
    }
  }

  @Test
  void whoDoesNotReadItsAnswersIsLetGo() throws Exception {
    start(LONG, SHORT);
    try (Socket deaf = connect();
        Socket good = connect()) {
      byte[] messages = message(7);
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  while (true) {
                    deaf.getOutputStream().write(messages);
                  }
                } catch (IOException e) {
                  // The server has closed the connection.
                }
              });
      assertServes(good, 1);
      sending.join();
      assertServes(good, 2);
    }
  }

  @Test
  void connectionsBeyondTheLimitAreRefused() throws Exception {
    start(LONG, LONG);
    try (Socket first = connect();
        Socket second = connect();
        Socket third = connect()) {
      assertServes(first, 1);
      assertServes(second, 2);
      assertServes(third, 3);
      try (Socket fourth = connect()) {
        assertClosed(fourth);
      }
      assertServes(first, 4);
    }
  }

  /**
   * Answers are in the order of the messages, and the end waits for those that are being stored.
   */
  @Test
  void theEndAnswersWhatIsBeingStored() throws Exception {
    CompletableFuture<Void> safe = new CompletableFuture<>();
    start(
        LONG,
        LONG,
        message -> {
          stored.add(message);
          return Mono.fromFuture(safe, true);
        });
    try (Socket socket = connect();
        Socket idle = connect()) {
      socket.getOutputStream().write(message(1));
      assertThat(stored.poll(120, TimeUnit.SECONDS)).isNotNull();
      CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
      assertClosed(idle);
      assertThat(closed).isNotDone();
      safe.complete(null);
      assertThat(answer(socket.getInputStream())).contains("\rMSA|AA|1\r");
      assertClosed(socket);
      closed.get(120, TimeUnit.SECONDS);
    }
  }
}
