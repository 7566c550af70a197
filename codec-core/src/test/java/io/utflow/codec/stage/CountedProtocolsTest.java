/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.CountedPart.CRLF_LINE;
import static io.utflow.codec.stage.CountedPart.length;
import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.octets;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What protocols of each shape need: a length in a header, two lengths in a line, a line that goes
 * on.
 */
class CountedProtocolsTest {
  private static final byte[] CRLF = octets("\r\n");

  private static void everyCutIs(
      List<String> expected, Supplier<CountedTexts<String>> protocols, String octets) {
    for (List<byte[]> cut : Cuts.hostile(octets(octets))) {
      FramedStage<String> stage = CountedTexts.stage(UTF_8, protocols.get(), 100, 100);
      List<String> outputs = new ArrayList<>();
      for (byte[] piece : cut) {
        stage.offer(ByteBuffer.wrap(piece));
        outputs.addAll(Frames.drained(stage));
      }
      stage.endOfInput();
      outputs.addAll(Frames.drained(stage));
      assertThat(outputs).as(Cuts.describe(cut)).isEqualTo(expected);
    }
  }

  /** STOMP 1.2: the length is a header, and a body without it ends with NUL. */
  private static final class Stomp implements CountedTexts<String> {
    private static final CountedPart UP_TO_NUL = CountedPart.lineEndingWith(new byte[] {0});

    private StringBuilder head = new StringBuilder();
    private long length = -1;
    private CountedPart next = CountedPart.LINE;

    @Override
    public CountedPart next() {
      return next;
    }

    @Override
    public @Nullable String line(String line) {
      if (next != CountedPart.LINE) {
        return text(line);
      }
      if (!line.isEmpty()) {
        head.append(line).append(';');
        length = line.startsWith("content-length:") ? length(line.substring(15)) : length;
      } else if (head.length() > 0) {
        next = length < 0 ? UP_TO_NUL : CountedPart.text(length, (byte) 0);
      }
      // An empty line between frames is a heart-beat.
      return null;
    }

    @Override
    public String text(String body) {
      String message = head + body;
      head = new StringBuilder();
      length = -1;
      next = CountedPart.LINE;
      return message;
    }
  }

  @Test
  void stomp() {
    everyCutIs(
        List.of("SEND;content-length:4;a\0\u00E9", "ACK;id:1;", "SEND;\u00E9:\u20AC;b\nc"),
        Stomp::new,
        "\nSEND\ncontent-length:4\r\n\na\0\u00C3\u00A9\0\n\nACK\nid:1\n\n\0"
            + "SEND\n\u00C3\u00A9:\u00E2\u0082\u00AC\n\nb\nc\0");
  }

  /** NATS: a text and CR LF; or headers, which are a text, and behind them bytes. */
  private static final class Nats implements CountedTexts<String> {
    private String message = "";
    private long payload;
    private CountedPart next = CRLF_LINE;

    @Override
    public CountedPart next() {
      return next;
    }

    @Override
    public @Nullable String line(String line) {
      String[] words = line.split(" ");
      message = words[0];
      if (line.startsWith("MSG ")) {
        next = CountedPart.text(length(words[words.length - 1]), CRLF);
        return null;
      }
      if (line.startsWith("HMSG ")) {
        long headers = length(words[words.length - 2]);
        payload = length(words[words.length - 1]) - headers;
        next = CountedPart.text(headers);
        return null;
      }
      return line;
    }

    @Override
    public @Nullable String text(String text) {
      message += "|" + text;
      if (!message.startsWith("H")) {
        next = CRLF_LINE;
        return message;
      }
      next = CountedPart.bytes(payload, CRLF);
      return null;
    }

    @Override
    public String bytes(ByteBuffer bytes) {
      next = CRLF_LINE;
      return message + "|" + StandardCharsets.ISO_8859_1.decode(bytes);
    }
  }

  @Test
  void nats() {
    everyCutIs(
        List.of("PING", "MSG|\u00E9\r\n", "HMSG|NATS/1.0\r\n\r\n|\u00FF\r\n", "MSG|"),
        Nats::new,
        "PING\r\nMSG a 1 4\r\n\u00C3\u00A9\r\n\r\nHMSG a 1 12 15\r\nNATS/1.0\r\n\r\n\u00FF\r\n\r\n"
            + "MSG a 1 0\r\n\r\n");
  }

  /** IMAP: a line that ends with a literal goes on behind it (RFC 9051 §4.3). */
  private static final class Imap implements CountedTexts<String> {
    private final StringBuilder command = new StringBuilder();
    private CountedPart next = CRLF_LINE;

    @Override
    public CountedPart next() {
      return next;
    }

    @Override
    public @Nullable String line(String line) {
      int brace = line.lastIndexOf('{');
      if (brace >= 0 && line.endsWith("}")) {
        command.append(line, 0, brace);
        next = CountedPart.text(length(line.substring(brace + 1, line.length() - 1)));
        return null;
      }
      String all = command + line;
      command.setLength(0);
      return all;
    }

    @Override
    public @Nullable String text(String literal) {
      command.append('<').append(literal).append('>');
      next = CRLF_LINE;
      return null;
    }
  }

  @Test
  void literalsOfImap() {
    everyCutIs(
        List.of("a LOGIN <joe> <\u00E9\r\n>", "b NOOP"),
        Imap::new,
        "a LOGIN {3}\r\njoe {4}\r\n\u00C3\u00A9\r\n\r\nb NOOP\r\n");
  }
}
