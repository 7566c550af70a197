/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.NeedsCharsets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Inputs that are longer than a window: the lines, and their places, are the same wherever the
 * bytes lie, and wherever in the window a line ends.
 */
class LongInputLinesTest {
  private static final int WINDOW = 8192;
  private static final DecoderSpec SPEC = DecoderSpec.of(TextEncoding.UTF_8);

  private enum Memory {
    HEAP(bytes -> bytes),
    READ_ONLY(ByteBuffer::asReadOnlyBuffer),
    DIRECT(bytes -> ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip());

    private final UnaryOperator<ByteBuffer> holds;

    Memory(UnaryOperator<ByteBuffer> holds) {
      this.holds = holds;
    }

    List<String> lines(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      List<String> lines = new ArrayList<>();
      try (Stage<ByteBuffer, LocatedLine> stage =
          Stages.locatedLines(SPEC, LineSpec.of(LineBreaks.LF_OR_CRLF))) {
        stage.offer(holds.apply(ByteBuffer.wrap(bytes)));
        LocatedLine line;
        while ((line = stage.poll()) != null) {
          lines.add(line.begin() + " " + line.text());
        }
      }
      return lines;
    }
  }

  /** Each with where it begins, by the JDK's split. */
  private static List<String> expected(String text) {
    List<String> lines = new ArrayList<>();
    int begin = 0;
    for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
      lines.add(begin + " " + line);
      begin += line.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    return lines;
  }

  @Test
  void linesOfAnyLengthBeginAndEndAnywhereInTheWindow() {
    for (int seed = 0; seed < 400; seed++) {
      String text = text(new Random(seed));
      List<String> expected = expected(text);
      for (Memory memory : Memory.values()) {
        assertThat(memory.lines(text)).as("%s, seed %d", memory, seed).isEqualTo(expected);
      }
    }
  }

  /** Wherever the block of code units ends in which the ill-formed sequence is a mark. */
  @Test
  @NeedsCharsets
  void aLineThatBeginsWithAnEscapeBeginsThereBeforeAnIllFormedSequenceToo() {
    for (int length = 2030; length < 2060; length++) {
      String line = "x".repeat(length) + "\n\u001b$B~~!!\u001b(B\ny\n";
      byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
      List<LocatedLine> lines = lines(ByteBuffer.wrap(bytes), bytes.length);
      assertThat(lines).as("%d", length).isEqualTo(lines(ByteBuffer.wrap(bytes), 1));
      assertThat(lines.get(1).begin()).as("%d", length).isEqualTo(length + 1);
    }
  }

  private static List<LocatedLine> lines(ByteBuffer bytes, int pieces) {
    DecoderSpec escapes = DecoderSpec.of(TextEncoding.forName("ISO-2022-JP"));
    List<LocatedLine> lines = new ArrayList<>();
    try (Stage<ByteBuffer, LocatedLine> stage =
        Stages.locatedLines(escapes, LineSpec.of(LineBreaks.LF_OR_CRLF))) {
      while (bytes.hasRemaining()) {
        int length = Math.min(pieces, bytes.remaining());
        stage.offer(bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + length);
        LocatedLine line;
        while ((line = stage.poll()) != null) {
          lines.add(line);
        }
      }
    }
    return lines;
  }

  /** Some windows of lines, many of which end where a window ends. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = 0;
    int most = 3 * WINDOW + random.nextInt(3 * WINDOW);
    while (length < most) {
      String line = line(random, WINDOW - length % WINDOW);
      text.append(line).append('\n');
      length += line.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    return text.toString();
  }

  private static String line(Random random, int toTheEnd) {
    int length =
        switch (random.nextInt(8)) {
          case 0 -> random.nextInt(WINDOW);
          case 1, 2 -> Math.max(0, toTheEnd - 1 - random.nextInt(3));
          case 3 -> random.nextInt(400);
          default -> random.nextInt(8);
        };
    String other = random.nextInt(3) == 0 && length > 2 ? "\u00e9" : "";
    int at = random.nextInt(Math.max(1, length - 1));
    String ascii = String.valueOf((char) ('a' + random.nextInt(26)));
    return other.isEmpty()
        ? ascii.repeat(length)
        : ascii.repeat(at) + other + ascii.repeat(Math.max(0, length - 2 - at));
  }
}
