/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ChatServerTest {
  private final ChatServer server = new ChatServer(Duration.ofSeconds(3));
  private final InetSocketAddress port = server.listen(0);
  private Client ann;
  private Client bob;

  @BeforeEach
  void connect() throws IOException {
    ann = new Client();
    bob = new Client();
  }

  @AfterEach
  void stop() throws IOException {
    ann.close();
    bob.close();
    server.close();
  }

  /** Reads and writes bytes: what they mean is for the test to say. */
  private final class Client implements AutoCloseable {
    private final Socket socket = new Socket();
    private final InputStream in;

    private Client() throws IOException {
      this(0);
    }

    /**
     * @param receiveBuffer how many bytes the system keeps for it; 0 for as many as it likes
     */
    private Client(int receiveBuffer) throws IOException {
      if (receiveBuffer > 0) {
        socket.setReceiveBufferSize(receiveBuffer);
      }
      socket.connect(port);
      socket.setSoTimeout(120_000);
      in = new BufferedInputStream(socket.getInputStream());
      assertThat(line(UTF_8)).startsWith("* Welcome.");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }

    private void send(String text, Charset charset) throws IOException {
      socket.getOutputStream().write(text.getBytes(charset));
    }

    /** So many lines in UTF-8, as fast as they come. */
    private List<String> lines(int count) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] some = new byte[1 << 16];
      for (int ends = 0; ends < count; ) {
        int size = in.read(some);
        assertThat(size).as("the end of the connection").isPositive();
        for (int i = 0; i < size; i++) {
          ends += some[i] == '\n' ? 1 : 0;
        }
        bytes.write(some, 0, size);
      }
      return bytes.toString(UTF_8).lines().toList();
    }

    private String line(Charset charset) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] end = "\n".getBytes(charset);
      byte[] unit;
      do {
        unit = in.readNBytes(end.length);
        assertThat(unit).as("the end of the connection").isNotEmpty();
        bytes.writeBytes(unit);
      } while (!Arrays.equals(unit, end));
      String line = bytes.toString(charset);
      assertThat(line).endsWith("\r\n");
      return line.substring(0, line.length() - 2);
    }
  }

  @Test
  void linesGoToTheOthers() throws IOException {
    ann.send("/nick Ann\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("* You are Ann.");
    ann.send("grüß euch\nich bin's\r\n", UTF_8);
    assertThat(bob.line(UTF_8)).isEqualTo("<Ann> grüß euch");
    assertThat(bob.line(UTF_8)).isEqualTo("<Ann> ich bin's");
  }

  @Test
  void theCharsetSwitchesBehindTheCommand() throws IOException {
    ann.send("/charset UTF-16LE\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("* From here on UTF-16LE.");
    ann.send("世界\n", UTF_16LE);
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> 世界");
    bob.send("grüß dich\n", UTF_8);
    assertThat(ann.line(UTF_16LE)).isEqualTo("<guest2> grüß dich");
    ann.send("/charset UTF-8\n", UTF_16LE);
    assertThat(ann.line(UTF_16LE)).isEqualTo("* From here on UTF-8.");
    ann.send("zurück\n", UTF_8);
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> zurück");
  }

  @Test
  void whatFollowsTheCommandInTheSamePacketIsReadInTheNewCharset() throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.writeBytes("/charset UTF-16LE\n".getBytes(UTF_8));
    packet.writeBytes("hällo \uD834\uDD1E\n/charset UTF-8\n".getBytes(UTF_16LE));
    packet.writeBytes("zurück\n".getBytes(UTF_8));
    ann.socket.getOutputStream().write(packet.toByteArray());
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> hällo \uD834\uDD1E");
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> zurück");
  }

  @Test
  void aByteOrderMarkTellsTheCharsetBothWays() throws IOException {
    ann.send("\uFEFFпривет\n", UTF_16BE);
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> привет");
    bob.send("и тебе\n", UTF_8);
    assertThat(ann.line(UTF_16BE)).isEqualTo("<guest2> и тебе");
  }

  @Test
  void aTooLongLineIsLeftOutAndToldOf() throws IOException {
    ann.send("x".repeat(100_000) + "\nshort\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("* That line was too long, and is left out.");
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> short");
  }

  @Test
  void anUnknownCharsetChangesNothing() throws IOException {
    ann.send("/charset klingon\nö\n", UTF_8);
    assertThat(ann.line(UTF_8))
        .startsWith("* That does not work: \"klingon\" names no encoding; supported are UTF-8,");
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> ö");
  }

  @Test
  void namesAreUnique() throws IOException {
    ann.send("/nick Ann\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("* You are Ann.");
    bob.send("/nick ann\n/nick guest1\n/nick GUEST1\n", UTF_8);
    assertThat(bob.line(UTF_8)).isEqualTo("* Somebody else is ann.");
    assertThat(bob.line(UTF_8)).as("free since Ann has another").isEqualTo("* You are guest1.");
    assertThat(bob.line(UTF_8)).isEqualTo("* You are GUEST1.");
    bob.send(
        "/nick\n/nick B> x <C\n/nick B\u001B[2J\n/nick A\u200Bnn\n/nick " + "x".repeat(25) + "\n",
        UTF_8);
    for (int i = 0; i < 5; i++) {
      assertThat(bob.line(UTF_8)).startsWith("* A name is one word");
    }
    try (Client third = new Client()) {
      third.send("hi\n", UTF_8);
      assertThat(ann.line(UTF_8)).isEqualTo("<guest3> hi");
    }
  }

  @Test
  void anUnknownCommandIsAnsweredAndNotRelayed() throws IOException {
    ann.send("/who\n/nickname x\nhi\n", UTF_8);
    assertThat(ann.line(UTF_8)).startsWith("* I do not know /who. There are /charset NAME");
    assertThat(ann.line(UTF_8)).startsWith("* I do not know /nickname.");
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> hi");
  }

  @Test
  void controlCharactersOfAMemberReachNoTerminal() throws IOException {
    ann.send("a\u001B[2Jb\rc\u0007\u009B\u007F\td\n/\u001B[2J\n", UTF_8);
    assertThat(bob.line(UTF_8)).isEqualTo("<guest1> a\u241B[2Jb\u240Dc\u2407\uFFFD\u2421\td");
    assertThat(ann.line(UTF_8)).startsWith("* I do not know /\u241B[2J.");
  }

  /** All that is sent reaches who reads; who never reads is let go. */
  @Test
  @Timeout(300)
  void whoDoesNotReadIsLetGoAndTheOthersLoseNothing() throws Exception {
    int lines = 10_000; // Megabytes: more than the system keeps for one that does not read.
    String rest = " of them" + ".".repeat(900);
    try (Client deaf = new Client(1 << 12)) {
      deaf.send("I will not listen\n", UTF_8);
      assertThat(bob.line(UTF_8)).isEqualTo("<guest3> I will not listen");
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < lines; i++) {
                    ann.send(i + rest + "\n", UTF_8);
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      // All of it before any is looked at: who takes long to read is let go, too.
      List<String> heard = bob.lines(lines + 1);
      sent.join();
      assertThat(heard).contains("* guest3 did not keep up and is gone.");
      assertThat(heard)
          .filteredOn(line -> line.startsWith("<"))
          .isEqualTo(IntStream.range(0, lines).mapToObj(i -> "<guest1> " + i + rest).toList());
    }
  }

  @Test
  void whoQuitsIsLetGo() throws IOException {
    ann.send("/quit\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("Bye.");
    assertThat(ann.in.read()).isEqualTo(-1);
  }
}
