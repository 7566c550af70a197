/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.characters;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import io.utflow.netty.TextLineDecoder;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CharacterServerTest {
  private static final String ANSWERS =
      "U+00E9 LATIN SMALL LETTER E WITH ACUTE\r\n"
          + "OK UTF-16LE\r\n"
          + "U+1D11E MUSICAL SYMBOL G CLEF, U+0061 LATIN SMALL LETTER A\r\n"
          + "OK windows-1251\r\n"
          + "U+044F CYRILLIC SMALL LETTER YA\r\n"
          + "NO \"klingon\" names no encoding; supported are UTF-8, UTF-16, UTF-32, their variants,"
          + " and the charsets of this JVM and of the web\r\n"
          + "U+044F CYRILLIC SMALL LETTER YA\r\n"
          + "OK ISO-2022-JP\r\n"
          + "U+3042 HIRAGANA LETTER A\r\n"
          + "OK IBM037\r\n"
          + "U+0061 LATIN SMALL LETTER A\r\n"
          + "OK UTF-8\r\n"
          + "U+FFFD REPLACEMENT CHARACTER\r\n";

  private static byte[] conversation() {
    Charset cyrillic = Charset.forName("windows-1251");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("\u00E9\nCHARSET UTF-16LE\r\n".getBytes(UTF_8));
    bytes.writeBytes("\uD834\uDD1Ea\nCHARSET windows-1251\n".getBytes(UTF_16LE));
    bytes.writeBytes("\u044F\nCHARSET klingon\n\u044F\r\n".getBytes(cyrillic));
    bytes.writeBytes("CHARSET ISO-2022-JP\n".getBytes(cyrillic));
    bytes.writeBytes("\u3042\nCHARSET IBM037\n".getBytes(Charset.forName("ISO-2022-JP")));
    bytes.writeBytes("a\nCHARSET UTF-8\n".getBytes(Charset.forName("IBM037")));
    bytes.writeBytes(new byte[] {(byte) 0xFF, '\n'});
    return bytes.toByteArray();
  }

  /** Each is taken, and what stands behind the command is read in it. */
  @Test
  void everyCharsetIsTaken() {
    for (String name : Product.sampled(TextEncoding.names(), 4)) {
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new TextLineDecoder(
                  DecoderSpec.of(TextEncoding.forName("ISO-2022-JP")),
                  LineSpec.of(LineBreaks.LF_OR_CRLF)),
              new CharsetConversation(UnaryOperator.identity()));
      channel.writeInbound(Unpooled.copiedBuffer("CHARSET " + name + "\n", UTF_8));
      ByteBuf answer = channel.readOutbound();
      assertThat(answer.toString(UTF_8)).isEqualTo("OK " + TextEncoding.forName(name) + "\r\n");
      answer.release();
      assertThat(channel.isOpen()).isTrue();
      channel.finishAndReleaseAll();
    }
  }

  /** Law L1: where the packets end does not matter, also behind a command. */
  @Test
  void theCharsetChangesWithTheNextLineAtEveryCut() {
    TextEncoding.names();
    for (List<byte[]> cut : Cuts.hostile(conversation())) {
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new TextLineDecoder(
                  DecoderSpec.of(TextEncoding.UTF_8), LineSpec.of(LineBreaks.LF_OR_CRLF)),
              new CharsetConversation(UnaryOperator.identity()));
      for (byte[] piece : cut) {
        channel.writeInbound(Unpooled.copiedBuffer(piece));
      }
      StringBuilder answers = new StringBuilder();
      for (ByteBuf answer = channel.readOutbound();
          answer != null;
          answer = channel.readOutbound()) {
        answers.append(answer.toString(StandardCharsets.US_ASCII));
        answer.release();
      }
      assertThat(answers.toString()).isEqualTo(ANSWERS);
      channel.finishAndReleaseAll();
    }
  }

  @Test
  void whoDoesNotReadItsAnswersIsLetGoAndTheOthersAreServed() throws Exception {
    try (CharacterServer server =
        new CharacterServer(10, Duration.ofSeconds(2), new SimpleMeterRegistry())) {
      InetSocketAddress port = server.listen(0);
      try (Socket deaf = new Socket(port.getAddress(), port.getPort())) {
        byte[] lines = "x\n".repeat(1000).getBytes(UTF_8);
        CompletableFuture<Void> sending =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    while (true) {
                      deaf.getOutputStream().write(lines);
                    }
                  } catch (IOException e) {
                    // The server has closed the connection.
                  }
                });
        assertThat(ask(port, "x".repeat(300) + "\na\nQUIT\n"))
            .isEqualTo("NO that line is too long, U+0061 LATIN SMALL LETTER A, BYE");
        sending.join();
        assertThat(ask(port, "b\nQUIT\n")).isEqualTo("U+0062 LATIN SMALL LETTER B, BYE");
      }
    }
  }

  /** More answers than a peer's window takes, read after the peer has shut down its output. */
  @Test
  void whoSendsNoMoreGetsAllAnswers() throws Exception {
    int count = 20_000;
    try (CharacterServer server =
        new CharacterServer(10, Duration.ofMinutes(2), new SimpleMeterRegistry())) {
      InetSocketAddress port = server.listen(0);
      try (Socket socket = new Socket()) {
        // The system takes little for it, so answers wait in the server.
        socket.setReceiveBufferSize(1024);
        socket.connect(port);
        socket.setSoTimeout(120_000);
        CompletableFuture<Void> sending =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    socket.getOutputStream().write("a\n".repeat(count).getBytes(UTF_8));
                    socket.shutdownOutput();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
        InputStream answers = socket.getInputStream();
        byte[] first = answers.readNBytes(1);
        sending.join();
        byte[] others = answers.readAllBytes();
        assertThat(first.length + others.length)
            .isEqualTo(count * "U+0061 LATIN SMALL LETTER A\r\n".length());
      }
    }
  }

  private static String ask(InetSocketAddress port, String lines) throws IOException {
    try (Socket socket = new Socket(port.getAddress(), port.getPort());
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write(lines.getBytes(UTF_8));
      return String.join(", ", in.lines().toList());
    }
  }
}
