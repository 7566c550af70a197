/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static io.utflow.codec.stage.CountedPart.CRLF_LINE;
import static io.utflow.codec.stage.CountedPart.length;

import io.utflow.codec.stage.CountedPart;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A protocol of lines and of all that they may announce: {@code $3} announces a text and CR LF,
 * {@code #3} bytes, {@code %1,3} a text and bytes and CR LF, {@code 0} a line up to NUL; nothing
 * comes of a line that begins with h. {@link CountedModel} knows it, too.
 */
public class CountedProtocol implements CountedTexts<String> {
  private static final byte[] CRLF = {'\r', '\n'};
  private static final CountedPart UP_TO_NUL = CountedPart.lineEndingWith(new byte[] {0});

  /** Parts of streams, most of them right. */
  public static final List<String> UNITS =
      List.of(
          "+OK\r\n",
          "a\rb\nc\r\n",
          "\r\n",
          "$3\r\nabc\r\n",
          "$4\r\n\u00C3\u00A9\r\n\r\n",
          "$1\r\n\u00C3\r\n",
          "$0\r\n\r\n",
          "$4\r\n\u00EF\u00BB\u00BFa\r\n",
          "#2\r\n\u00FF\r",
          "#0\r\n",
          "%3,2\r\n\r\n$\u00FF\n\r\n",
          "%0,0\r\n\r\n",
          "0\r\n$1\r\nno length\0",
          "h\u00C3\u00A9\r\n",
          "+\u00FF\r\n",
          "$31\r\n" + "x".repeat(31) + "\r\n",
          "12345678901234567890\r\n",
          "$30\r\n" + "\u00C3\u00A9".repeat(15) + "\r\n");

  /** What loses the framing. */
  public static final List<String> ENDS =
      List.of(
          "",
          "$1\u00FF3\r\n0123456789012\r\n",
          "h\u00FF\r\n$3\r\nabc\r\n",
          "h\u00FF\r\n+\r\n$1\r\na\r\n",
          "#1\u00FF\r\na",
          "$x\r\n",
          "$+3\r\nabc\r\n",
          "$3\r\nabcd\r\n",
          "$3\r\nab",
          "$3\r\nabc\r",
          "$3",
          "+O\r",
          "\r",
          "0\r\nabc",
          "0\r\n",
          "$99\r\nab",
          "%99,1\r\nab",
          "123456789012345678901\r\n",
          "x".repeat(50));

  private final Deque<CountedPart> parts = new ArrayDeque<>();
  private String kept = "";
  private boolean body;

  @Override
  public CountedPart next() {
    return parts.isEmpty() ? CRLF_LINE : parts.remove();
  }

  @Override
  public @Nullable String line(String line) {
    kept = "";
    if (body) {
      body = false;
      return "N" + line;
    }
    if (line.equals("0")) {
      body = true;
      parts.add(UP_TO_NUL);
      return null;
    }
    switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case '$' -> parts.add(CountedPart.text(length(line.substring(1)), CRLF));
      case '#' -> {
        parts.add(CountedPart.bytes(length(line.substring(1))));
        return "L" + line;
      }
      case '%' -> {
        int comma = line.indexOf(',');
        if (comma < 0) {
          throw new IllegalArgumentException(line);
        }
        CountedPart both = CountedPart.bytes(length(line.substring(comma + 1)), CRLF);
        parts.add(CountedPart.text(length(line.substring(1, comma))));
        parts.add(both);
      }
      case 'h' -> {
        return null;
      }
      case '0' -> throw new IllegalArgumentException(line);
      default -> {
        return "L" + line;
      }
    }
    return null;
  }

  @Override
  public @Nullable String text(String text) {
    if (parts.isEmpty()) {
      return "T" + text;
    }
    kept = text + "|";
    return null;
  }

  @Override
  public String bytes(ByteBuffer bytes) {
    return "B" + kept + StandardCharsets.ISO_8859_1.decode(bytes);
  }

  /** One that goes on where a part fails. */
  private static final class Tolerant extends CountedProtocol {
    @Override
    public String failed(FrameException failure) {
      return "[" + failure.reason() + " " + failure.byteOffset() + "]";
    }
  }

  /**
   * For one stream.
   *
   * @param tolerant whether it goes on where a part fails
   */
  public static CountedProtocol of(boolean tolerant) {
    return tolerant ? new Tolerant() : new CountedProtocol();
  }

  /** Some parts, and perhaps something that loses the framing. */
  public static byte[] stream(Random random) {
    StringBuilder octets = new StringBuilder();
    for (int units = random.nextInt(4); units > 0; units--) {
      octets.append(UNITS.get(random.nextInt(UNITS.size())));
    }
    octets
        .append(ENDS.get(random.nextInt(ENDS.size())))
        .append(random.nextBoolean() ? "" : "+OK\r\n");
    return octets.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
