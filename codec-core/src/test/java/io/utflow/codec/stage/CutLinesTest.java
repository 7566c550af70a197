/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Lines that inputs cut: what is left of an input is the beginning of a line, which the next goes
 * on with. The lines, their places and what is behind each are those of the text, split by a
 * regular expression.
 */
class CutLinesTest {
  private static final DecoderSpec SPEC = DecoderSpec.of(TextEncoding.UTF_8);
  private static final List<String> WORDS =
      List.of("a", "plain", "é", "слово", "汉字", "😀", " ", "\t", "\r", "\u000E", "한 글");

  private enum Memory {
    HEAP(bytes -> bytes),
    READ_ONLY(ByteBuffer::asReadOnlyBuffer),
    DIRECT(bytes -> ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip());

    private final UnaryOperator<ByteBuffer> holds;

    Memory(UnaryOperator<ByteBuffer> holds) {
      this.holds = holds;
    }

    ByteBuffer of(byte[] bytes, int from, int to) {
      return holds.apply(ByteBuffer.wrap(bytes, from, to - from).slice());
    }
  }

  /** What ends a line, and the most chars of one; of a longer one the rest is left out. */
  private record Rule(LineBreaks breaks, String expression, int most) {
    List<LocatedLine> expected(String text) {
      List<LocatedLine> lines = new ArrayList<>();
      Matcher terminator = Pattern.compile(expression).matcher(text);
      int from = 0;
      int begin = 0;
      while (terminator.find()) {
        String line = text.substring(from, terminator.start());
        int textEnd = begin + bytes(line).length;
        int next = textEnd + terminator.group().length();
        lines.add(new LocatedLine(cut(line, terminator.group()), begin, textEnd, next, false));
        from = terminator.end();
        begin = next;
      }
      if (from < text.length()) {
        String line = text.substring(from);
        int end = begin + bytes(line).length;
        lines.add(new LocatedLine(cut(line, ""), begin, end, end, false));
      }
      return lines;
    }

    /** No CR is left at the cut that an LF would make CR LF. */
    private String cut(String line, String terminator) {
      if (line.length() <= most) {
        return line;
      }
      int end = most - (Character.isHighSurrogate(line.charAt(most - 1)) ? 1 : 0);
      String kept = line.substring(0, end);
      return terminator.equals("\n") ? kept.replaceFirst("\r+$", "") : kept;
    }

    ByteStage<LocatedLine> stage() {
      LineSpec lines = LineSpec.of(breaks).maxChars(most).onTooLong(TooLongPolicy.TRUNCATE);
      return Stages.locatedLines(SPEC, lines);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule(LineBreaks.LF_OR_CRLF, "\r?\n", 1 << 20),
          new Rule(LineBreaks.LF_OR_CRLF, "\r?\n", 5),
          new Rule(LineBreaks.CRLF, "\r\n", 1000),
          new Rule(LineBreaks.ANY, "\r\n|\r|\n", 1000));

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void linesAreCutAtEveryTwoPlaces() {
    String text = "é1\nслово, a\r\nab\n汉\r字\n\r\n😀\n한 글\rz\n\né";
    byte[] bytes = bytes(text);
    for (Rule rule : RULES) {
      for (int first = 0; first <= bytes.length; first++) {
        for (int second = first; second <= bytes.length; second++) {
          if (Product.takes(first + 3 * second, 8)) {
            agrees(rule, text, bytes, new int[] {first, second, bytes.length});
          }
        }
      }
    }
  }

  @Test
  void linesOfAnyLengthAreCutAnywhere() {
    for (int seed = 0; seed < Product.sampled(300); seed++) {
      Random random = new Random(seed);
      String text = text(random);
      byte[] bytes = bytes(text);
      int[] cuts = random.ints(random.nextInt(12), 0, bytes.length).sorted().toArray();
      cuts = Arrays.copyOf(cuts, cuts.length + 1);
      cuts[cuts.length - 1] = bytes.length;
      for (Rule rule : RULES) {
        agrees(rule, text, bytes, cuts);
      }
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int most = 1 << 4 + random.nextInt(11);
    int words = 1 << random.nextInt(8);
    while (text.length() < most) {
      for (int i = random.nextInt(words); i > 0; i--) {
        text.append(WORDS.get(random.nextInt(WORDS.size())));
      }
      text.append(random.nextBoolean() ? "\n" : "\r\n");
    }
    return text.append(random.nextBoolean() ? "é" : "").toString();
  }

  private static void agrees(Rule rule, String text, byte[] bytes, int[] cuts) {
    List<LocatedLine> expected = rule.expected(text);
    for (Memory memory : Memory.values()) {
      List<LocatedLine> lines = lines(rule, memory, bytes, cuts);
      if (!places(lines).equals(places(expected))) {
        assertThat(places(lines))
            .as("%s, %s, cut at %s of %s", rule, memory, Arrays.toString(cuts), text)
            .isEqualTo(places(expected));
      }
    }
  }

  /** Behind a CR that ends an input an LF may come: that is told as well, so it is not compared. */
  private static List<String> places(List<LocatedLine> lines) {
    return lines.stream().map(l -> l.begin() + " " + l.textEnd() + " " + l.text()).toList();
  }

  private static List<LocatedLine> lines(Rule rule, Memory memory, byte[] bytes, int[] cuts) {
    List<LocatedLine> lines = new ArrayList<>();
    try (ByteStage<LocatedLine> stage = rule.stage()) {
      int from = 0;
      for (int cut : cuts) {
        stage.offer(memory.of(bytes, from, cut));
        from = cut;
        pollAll(stage, lines);
      }
      stage.endOfInput();
      pollAll(stage, lines);
    }
    return lines;
  }

  private static void pollAll(ByteStage<LocatedLine> stage, List<LocatedLine> lines) {
    LocatedLine line;
    while ((line = stage.poll()) != null) {
      lines.add(line);
    }
  }

  /** The stage is given up behind a line of the first input or, open, behind all of them. */
  @Test
  void whatIsBehindALineIsStillThere() {
    for (int seed = 0; seed < Product.sampled(300); seed++) {
      Random random = new Random(seed);
      byte[] bytes = bytes(text(random));
      int cut = random.nextInt(bytes.length + 1);
      int count = random.nextInt(40);
      for (Memory memory : Memory.values()) {
        isThere(memory.of(bytes, 0, cut), count, bytes, cut);
        isThere(memory.of(bytes, 0, cut), Integer.MAX_VALUE, bytes, cut);
      }
    }
  }

  private static void isThere(ByteBuffer input, int count, byte[] bytes, int cut) {
    try (ByteStage<LocatedLine> stage = RULES.get(0).stage()) {
      stage.offer(input);
      int next = 0;
      LocatedLine line;
      for (int i = 0; i < count && (line = stage.poll()) != null; i++) {
        next = (int) line.next().byteOffset();
      }
      assertThat(stage.takeUndelivered()).isEqualTo(Arrays.copyOfRange(bytes, next, cut));
    }
  }
}
