package io.utflow.examples.chat;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.Charset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChatServerTest {
  private final ChatServer server = new ChatServer();
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
    ann.socket.close();
    bob.socket.close();
    server.close();
  }

  /** Reads and writes bytes: what they mean is for the test to say. */
  private final class Client {
    private final Socket socket = new Socket(port.getAddress(), port.getPort());

    private Client() throws IOException {
      socket.setSoTimeout(30_000);
      assertThat(line(UTF_8)).startsWith("* Welcome.");
    }

    private void send(String text, Charset charset) throws IOException {
      socket.getOutputStream().write(text.getBytes(charset));
    }

    private String line(Charset charset) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] end = "\r\n".getBytes(charset);
      String line;
      do {
        byte[] read = socket.getInputStream().readNBytes(end.length / 2);
        assertThat(read).as("the end of the connection").isNotEmpty();
        bytes.writeBytes(read);
        line = bytes.toString(charset);
      } while (!line.endsWith("\r\n"));
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
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> 世界");
    bob.send("grüß dich\n", UTF_8);
    assertThat(ann.line(UTF_16LE)).isEqualTo("<somebody> grüß dich");
    ann.send("/charset UTF-8\n", UTF_16LE);
    assertThat(ann.line(UTF_16LE)).isEqualTo("* From here on UTF-8.");
    ann.send("zurück\n", UTF_8);
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> zurück");
  }

  @Test
  void whatFollowsTheCommandInTheSamePacketIsReadInTheNewCharset() throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.writeBytes("/charset UTF-16LE\n".getBytes(UTF_8));
    packet.writeBytes("hällo \uD834\uDD1E\n/charset UTF-8\n".getBytes(UTF_16LE));
    packet.writeBytes("zurück\n".getBytes(UTF_8));
    ann.socket.getOutputStream().write(packet.toByteArray());
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> hällo \uD834\uDD1E");
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> zurück");
  }

  @Test
  void aByteOrderMarkTellsTheCharsetBothWays() throws IOException {
    ann.send("\uFEFFпривет\n", UTF_16BE);
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> привет");
    bob.send("и тебе\n", UTF_8);
    assertThat(ann.line(UTF_16BE)).isEqualTo("<somebody> и тебе");
  }

  @Test
  void anOverlongLineIsLeftOutAndToldOf() throws IOException {
    ann.send("x".repeat(100_000) + "\nshort\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("* That line was too long, and is left out.");
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> short");
  }

  @Test
  void anUnknownCharsetChangesNothing() throws IOException {
    ann.send("/charset klingon\nö\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("* I do not know the charset klingon.");
    assertThat(bob.line(UTF_8)).isEqualTo("<somebody> ö");
  }

  @Test
  void whoQuitsIsLetGo() throws IOException {
    ann.send("/quit\n", UTF_8);
    assertThat(ann.line(UTF_8)).isEqualTo("Bye.");
    assertThat(ann.socket.getInputStream().read()).isEqualTo(-1);
  }
}
