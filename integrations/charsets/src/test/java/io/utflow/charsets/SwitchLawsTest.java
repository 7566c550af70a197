/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A stream goes on in another encoding at any byte: each of all names behind each other. The model
 * knows no stage: what was decoded stays, bytes that were not are the first of a fresh decoder.
 */
class SwitchLawsTest {
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final Delimiters ENDS = new Delimiters(List.of("\r\n", "\n"), List.of());
  private static final int OTHERS = 40;

  private final List<TextEncoding> encodings =
      TextEncoding.names().stream().map(TextEncoding::forName).distinct().toList();

  /** What a stream has said up to a switch, and where it is read anew. */
  private record Before(String text, int next) {}

  private interface Law {
    void holds(TextEncoding from, TextEncoding to, Random random);
  }

  /** Each encoding with some others, before and behind it, or with all. */
  private void forPairs(int number, Law law) {
    Random random = new Random(Product.seed(this, number));
    int others = Product.isWhole() ? encodings.size() : Product.sampled(OTHERS);
    for (TextEncoding from : encodings) {
      for (int i = 0; i < others; i++) {
        TextEncoding to = encodings.get(random.nextInt(encodings.size()));
        law.holds(from, to, random);
      }
    }
  }

  private static byte[] bytes(TextEncoding encoding, Random random) {
    if (random.nextInt(3) == 0) {
      return CharsetSamples.anyBytes(random, 1 + random.nextInt(14));
    }
    String text = "a\u00E9\n\u65E5\u672C\r\n\u0436\u3042\r\uFF71b\n".substring(random.nextInt(6));
    try {
      return io.utflow.codec.EncoderSpec.of(encoding).encode(text);
    } catch (RuntimeException notWritten) {
      return CharsetSamples.anyBytes(random, 9);
    }
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /** Reads byte by byte. A CR that may be half a terminator is no text yet. */
  private static Before before(TextEncoding from, byte[] bytes, boolean lines) {
    TextDecoder decoder = DecoderSpec.of(from).newDecoder();
    StringBuilder text = new StringBuilder();
    long carriageReturn = -1;
    for (byte next : bytes) {
      long begin = decoder.position();
      String more = decoder.decode(ByteBuffer.wrap(new byte[] {next}), false);
      text.append(more);
      if (more.endsWith("\r")) {
        carriageReturn = more.length() == 1 ? begin : decoder.position() - width(from);
      }
    }
    int pending = decoder.pendingBytes();
    int end = bytes.length - pending;
    int last = text.length() - 1;
    if (lines && last >= 0 && text.charAt(last) == '\r' && mayBeHalf(from, bytes, end)) {
      return new Before(text.substring(0, last), (int) carriageReturn);
    }
    return new Before(text.toString(), end);
  }

  private static int width(TextEncoding encoding) {
    return encoding.name().contains("32") ? 4 : encoding.name().contains("16") ? 2 : 1;
  }

  /** Where bytes tell, whether those that wait begin an LF; else while no char follows. */
  private static boolean mayBeHalf(TextEncoding from, byte[] bytes, int end) {
    if (ENDS.areFoundInText(DecoderSpec.of(from)) || end == bytes.length) {
      return true;
    }
    byte[] waiting = Arrays.copyOfRange(bytes, end, bytes.length);
    byte[] lineFeed =
        io.utflow.codec.EncoderSpec.of(from).bom(io.utflow.codec.BomOutput.NEVER).encode("\n");
    return waiting.length < lineFeed.length
        && Arrays.equals(waiting, Arrays.copyOf(lineFeed, waiting.length));
  }

  private static String text(TextEncoding to, byte[] bytes) {
    return DecoderSpec.of(to).newDecoder().decode(ByteBuffer.wrap(bytes), true);
  }

  private static List<String> split(String text) {
    List<String> lines = new ArrayList<>(List.of(text.split("\r\n|\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  private static <O> void offer(
      ByteStage<O> stage, List<byte[]> pieces, BufferKind kind, List<O> out) {
    for (byte[] piece : pieces) {
      stage.offer(kind.of(piece));
      drain(stage, out);
    }
  }

  private static <O> void drain(ByteStage<O> stage, List<O> out) {
    O output;
    while ((output = stage.poll()) != null) {
      out.add(output);
    }
  }

  private static List<byte[]> cut(byte[] bytes, int way, Random random) {
    return switch (way) {
      case 0 -> Cuts.whole(bytes);
      case 1 -> Cuts.bytewise(bytes);
      default -> Cuts.random(bytes, random);
    };
  }

  /** Between two inputs, of pieces and of lines, at each byte of what comes before. */
  @Test
  void whatWasDecodedStaysAndTheRestIsReadAnew() {
    forPairs(
        1,
        (from, to, random) -> {
          byte[] head = bytes(from, random);
          byte[] rest = bytes(to, random);
          DecoderSpec next = DecoderSpec.of(to);
          int step = Product.isSampled() ? 1 + random.nextInt(4) : 1;
          for (int at = random.nextInt(step); at <= head.length; at += step) {
            byte[] first = Arrays.copyOf(head, at);
            for (int way = 0; way < 3; way++) {
              BufferKind kind = BufferKind.values()[(at + way) % BufferKind.values().length];
              String label =
                  from
                      + " to "
                      + to
                      + " at "
                      + at
                      + " of "
                      + java.util.HexFormat.of().formatHex(head)
                      + " then "
                      + java.util.HexFormat.of().formatHex(rest)
                      + " way "
                      + way;

              Before pieces = before(from, first, false);
              ByteStage<String> decoding = Stages.decode(DecoderSpec.of(from));
              List<String> text = new ArrayList<>();
              offer(decoding, cut(first, way, random), kind, text);
              decoding.switchTo(next);
              offer(decoding, cut(rest, way, random), kind, text);
              decoding.endOfInput();
              drain(decoding, text);
              byte[] anew = concat(Arrays.copyOfRange(first, pieces.next(), at), rest);
              assertThat(String.join("", text)).as(label).isEqualTo(pieces.text() + text(to, anew));

              Before before = before(from, first, true);
              ByteStage<LocatedLine> splitting = Stages.locatedLines(DecoderSpec.of(from), LINES);
              List<LocatedLine> lines = new ArrayList<>();
              offer(splitting, cut(first, way, random), kind, lines);
              splitting.switchTo(next);
              offer(splitting, cut(rest, way, random), kind, lines);
              splitting.endOfInput();
              drain(splitting, lines);
              anew = concat(Arrays.copyOfRange(first, before.next(), at), rest);
              assertThat(lines)
                  .as(label)
                  .extracting(LocatedLine::text)
                  .isEqualTo(split(before.text() + text(to, anew)));
              assertContiguous(lines, head, at + rest.length, label);
            }
          }
        });
  }

  private static void assertContiguous(
      List<LocatedLine> lines, byte[] head, int length, String label) {
    long begin = 0;
    for (LocatedLine line : lines) {
      assertThat(line.begin()).as(label).isEqualTo(begin);
      begin = line.next().byteOffset();
    }
    assertThat(begin).as(label).isLessThanOrEqualTo(length);
  }

  /** Behind a line, whatever stands behind it in the same input, and however that is cut. */
  @Test
  void aLineSwitchesWhatStandsBehindItsTerminator() {
    forPairs(
        2,
        (from, to, random) -> {
          for (String end : List.of("\n", "\r\n", "\r")) {
            byte[] head;
            try {
              head = io.utflow.codec.EncoderSpec.of(from).encode("ab" + end + "x" + end);
            } catch (RuntimeException notWritten) {
              return;
            }
            if (!text(from, head).equals("ab" + end + "x" + end)) {
              return;
            }
            byte[] rest = bytes(to, random);
            String after = text(to, rest);
            byte[] all = concat(head, rest);
            LineSpec spec = LineSpec.of(end.equals("\r") ? LineBreaks.ANY : LineBreaks.LF_OR_CRLF);
            if (end.equals("\r")) {
              after = text(from, rest).startsWith("\n") ? null : after;
            }
            for (int way = 0; way < 4 && after != null; way++) {
              BufferKind kind = BufferKind.values()[way % BufferKind.values().length];
              ByteStage<LocatedLine> stage =
                  Stages.locatedLines(DecoderSpec.of(from), spec)
                      .switchingAfter(
                          line ->
                              line.text().equals("x")
                                  ? Optional.of(DecoderSpec.of(to))
                                  : Optional.empty());
              List<LocatedLine> lines = new ArrayList<>();
              offer(stage, cut(all, way, random), kind, lines);
              stage.endOfInput();
              drain(stage, lines);
              ByteStage<LocatedLine> alone =
                  Stages.locatedLines(DecoderSpec.of(to).countingFrom(head.length), spec);
              List<LocatedLine> expected = new ArrayList<>();
              offer(alone, Cuts.whole(rest), BufferKind.HEAP, expected);
              alone.endOfInput();
              drain(alone, expected);
              String label =
                  from
                      + " to "
                      + to
                      + " way "
                      + way
                      + " end "
                      + end.length()
                      + " "
                      + java.util.HexFormat.of().formatHex(all);
              assertThat(lines.subList(0, 2))
                  .as(label)
                  .extracting(LocatedLine::text)
                  .containsExactly("ab", "x");
              // Not whether an LF of a CR LF has come already: that depends on the cut.
              assertThat(lines.subList(2, lines.size()))
                  .as(label)
                  .extracting(LocatedLine::text, LocatedLine::begin, LocatedLine::textEnd)
                  .isEqualTo(
                      expected.stream()
                          .map(line -> tuple(line.text(), line.begin(), line.textEnd()))
                          .toList());
            }
          }
        });
  }
}
