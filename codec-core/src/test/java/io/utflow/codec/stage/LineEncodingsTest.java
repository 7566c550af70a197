/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.octets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lines of which each is read in the first encoding that it fits, by a model that knows no cut. */
class LineEncodingsTest {
  private static final TextEncoding UTF_8 = TextEncoding.UTF_8;
  private static final TextEncoding LATIN_1 = TextEncoding.forName("ISO-8859-1");
  private static final TextEncoding ASCII = TextEncoding.forName("US-ASCII");
  private static final LineEncodings LINES =
      LineEncodings.of(100, List.of(UTF_8), DecoderSpec.of(LATIN_1));

  /** The Unicode Standard, Table 3-7, of bytes read as ISO-8859-1. */
  private static final Pattern WELL_FORMED =
      Pattern.compile(
          "([\\x00-\\x7F]|[\\xC2-\\xDF][\\x80-\\xBF]|\\xE0[\\xA0-\\xBF][\\x80-\\xBF]"
              + "|[\\xE1-\\xEC\\xEE\\xEF][\\x80-\\xBF]{2}|\\xED[\\x80-\\x9F][\\x80-\\xBF]"
              + "|\\xF0[\\x90-\\xBF][\\x80-\\xBF]{2}|[\\xF1-\\xF3][\\x80-\\xBF]{3}"
              + "|\\xF4[\\x80-\\x8F][\\x80-\\xBF]{2})*");

  private static final Map<LineBreaks, String> BREAKS =
      Map.of(
          LineBreaks.LF_OR_CRLF, "\r\n|\n",
          LineBreaks.LF_ONLY, "\n",
          LineBreaks.CRLF, "\r\n",
          LineBreaks.ANY, "\r\n|\n|\r");

  private static final List<String> UNITS =
      List.of(
          "\n",
          "\r\n",
          "\r",
          "\n",
          "a",
          "\u00E9",
          "\u00C3\u00A9",
          "\u00E2\u0082\u00AC",
          "\u00EF\u00BB\u00BF",
          "\u00F0\u009F");

  /** A line in UTF-8, else each byte above 7F is what {@code other} makes of it. */
  private static List<LocatedLine> model(byte[] stream, LineBreaks breaks, boolean skipsOthers) {
    String all = new String(stream, StandardCharsets.ISO_8859_1);
    Matcher ends = Pattern.compile(BREAKS.get(breaks)).matcher(all);
    List<LocatedLine> lines = new ArrayList<>();
    int at = 0;
    while (at < all.length()) {
      boolean ended = ends.find(at);
      int end = ended ? ends.start() : all.length();
      String line = all.substring(at, end);
      String text = skipsOthers ? line.replaceAll("[\\x80-\\xFF]", "") : line;
      if (WELL_FORMED.matcher(line).matches()) {
        String utf8 = new String(octets(line), StandardCharsets.UTF_8);
        text = at == 0 && utf8.startsWith("\uFEFF") ? utf8.substring(1) : utf8;
      }
      int next = ended ? ends.end() : end;
      lines.add(new LocatedLine(text, at, end, new LinePosition(next, false)));
      at = next;
    }
    return lines;
  }

  private static <O> List<O> read(ByteStage<O> stage, List<byte[]> pieces, BufferKind kind) {
    List<O> outputs = new ArrayList<>();
    for (byte[] piece : pieces) {
      stage.offer(kind.of(piece));
      outputs.addAll(Frames.drained(stage));
    }
    stage.endOfInput();
    outputs.addAll(Frames.drained(stage));
    return outputs;
  }

  private static byte[] stream(Random random) {
    StringBuilder octets = new StringBuilder();
    for (int units = random.nextInt(12); units > 0; units--) {
      octets.append(UNITS.get(random.nextInt(UNITS.size())));
    }
    return octets(octets.toString());
  }

  @Test
  void eachLineIsAsItIsAlone() {
    Random random = new Random(2);
    DecoderSpec skipping = DecoderSpec.of(ASCII).onMalformed(MalformedPolicy.SKIP);
    int streams = Product.isSampled() ? 200 : 4000;
    for (int i = 0; i < streams; i++) {
      byte[] stream = stream(random);
      LineBreaks breaks = LineBreaks.values()[i % 4];
      boolean skips = random.nextBoolean();
      LineEncodings lines =
          (skips ? LineEncodings.of(100, List.of(ASCII, UTF_8), skipping) : LINES).breaks(breaks);
      List<LocatedLine> expected = model(stream, breaks, skips);
      for (List<byte[]> cut : Cuts.hostile(stream)) {
        for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
          assertThat(read(lines.located(), cut, kind))
              .as("%s %s %s", Arrays.toString(stream), Cuts.describe(cut), lines)
              .isEqualTo(expected);
        }
      }
      assertThat(read(lines.stage(), Cuts.bytewise(stream), BufferKind.HEAP))
          .isEqualTo(expected.stream().map(LocatedLine::text).toList());
    }
  }

  /** From the field. */
  @Test
  void aLineInLatin1BetweenTwoInUtf8() {
    byte[] stream = octets("\u00C3\u00A9\n\u00E9\n\u00C3\u00A9\n");
    for (List<byte[]> cut : Cuts.all(stream)) {
      assertThat(read(LINES.stage(), cut, BufferKind.HEAP)).containsExactly("é", "é", "é");
    }
  }

  /** Splits that cover a file have each line once, wherever they begin. */
  @Test
  void splitsHaveTheLinesOfTheFile() {
    Random random = new Random(3);
    int files = Product.isSampled() ? 40 : 800;
    for (int i = 0; i < files; i++) {
      byte[] file = stream(random);
      LineEncodings lines = LINES.breaks(LineBreaks.values()[i % 4]);
      for (int at = 0; at <= file.length; at++) {
        List<LocatedLine> both = new ArrayList<>(ofSplit(lines, file, 0, at));
        both.addAll(ofSplit(lines, file, at, Long.MAX_VALUE));
        assertThat(both)
            .as("%s at %s, %s", Arrays.toString(file), at, lines)
            .isEqualTo(model(file, LineBreaks.values()[i % 4], false));
      }
    }
  }

  private static List<LocatedLine> ofSplit(LineEncodings lines, byte[] file, long from, long to) {
    FileSplit<LocatedLine> split = lines.split(from, to);
    List<LocatedLine> outputs = new ArrayList<>();
    for (int at = (int) split.readFrom(); at < file.length && !split.isComplete(); at++) {
      split.offer(ByteBuffer.wrap(file, at, 1));
      outputs.addAll(Frames.drained(split));
    }
    if (!split.isComplete()) {
      split.endOfInput();
      outputs.addAll(Frames.drained(split));
    }
    return outputs;
  }

  /** A bound that cuts a character of UTF-8 does not make Latin-1 of the line. */
  @Test
  void aLineOverTheBound() {
    byte[] stream = octets("abc\u00E2\u0082\u00AC\nabcdef\r\nabcd\u00E9fg\nx");
    LineEncodings five = LineEncodings.of(5, List.of(UTF_8), DecoderSpec.of(LATIN_1));
    for (List<byte[]> cut : Cuts.hostile(stream)) {
      assertThat(read(five.onTooLong(TooLongPolicy.TRUNCATE).stage(), cut, BufferKind.HEAP))
          .as(Cuts.describe(cut))
          .containsExactly("abc", "abcde", "abcd", "x");
      assertThat(read(five.onTooLong(TooLongPolicy.DISCARD).stage(), cut, BufferKind.HEAP))
          .containsExactly("x");
      assertThatThrownBy(() -> read(five.stage(), cut, BufferKind.HEAP))
          .isInstanceOf(FrameException.class)
          .hasMessage("the line at byte 0 is longer than 5 bytes, the maxBytes of LineEncodings");
    }
    LineEncodings six = LineEncodings.of(6, List.of(UTF_8), DecoderSpec.of(LATIN_1));
    FramedStage<String> exact = six.stage();
    exact.offer(ByteBuffer.wrap(stream));
    assertThat(exact.poll()).isEqualTo("abc\u20AC");
    assertThat(exact.poll()).isEqualTo("abcdef");
    assertThatThrownBy(exact::poll).hasMessageContaining("at byte 15");
    FileSplit<LocatedLine> behind = six.split(14, 99);
    behind.offer(ByteBuffer.wrap(stream, 12, 10));
    assertThatThrownBy(behind::poll).hasMessageContaining("at byte 15");
  }

  @Test
  void whoOnlyTriesTellsNobody() {
    List<Long> told = new ArrayList<>();
    DecoderSpec observed = DecoderSpec.of(ASCII).observer(found -> told.add(found.byteOffset()));
    LineEncodings lines = LineEncodings.of(100, List.of(UTF_8), observed);
    byte[] stream = octets("\u00C3\u00A9\n\u00FF\na\u00E9b");
    assertThat(read(lines.stage(), Cuts.bytewise(stream), BufferKind.HEAP))
        .containsExactly("é", "\uFFFD", "a\uFFFDb");
    assertThat(told).containsExactly(3L, 6L);
  }

  @Test
  void aPolicyThatReportsEndsTheStream() {
    LineEncodings lines =
        LineEncodings.of(
            100, List.of(UTF_8), DecoderSpec.of(ASCII).onMalformed(MalformedPolicy.REPORT));
    FramedStage<String> stage = lines.stage();
    stage.offer(ByteBuffer.wrap(octets("a\n\u00E9\nb\n")));
    assertThat(stage.poll()).isEqualTo("a");
    assertThatThrownBy(stage::poll)
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("the line at byte 2 cannot be read")
        .hasCauseInstanceOf(IllFormedTextException.class);
  }

  /** A sequence that the line's end cuts is ill-formed; one that the bound cuts is left out. */
  @Test
  void theLastCharacterOfALine() {
    LineEncodings lines = LineEncodings.of(3, List.of(ASCII), DecoderSpec.of(UTF_8));
    byte[] stream = octets("ab\u00C3\nab\u00C3\u00A9\nc\u00C3\u00A9");
    for (List<byte[]> cut : Cuts.all(stream)) {
      assertThat(read(lines.onTooLong(TooLongPolicy.TRUNCATE).stage(), cut, BufferKind.HEAP))
          .containsExactly("ab\uFFFD", "ab", "c\u00E9");
    }
  }

  @Test
  void whatIsNotForLinesThatAreReadAloneIsRefused() {
    DecoderSpec latin1 = DecoderSpec.of(LATIN_1);
    for (TextEncoding wide :
        List.of(TextEncoding.UTF_16, TextEncoding.UTF_16LE, TextEncoding.UTF_32BE)) {
      assertThatThrownBy(() -> LineEncodings.of(9, List.of(wide), DecoderSpec.of(wide)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("read all of the stream in one by Stages.lines");
      assertThatThrownBy(() -> LineEncodings.of(9, List.of(UTF_8, wide), latin1))
          .hasMessageContaining(wide + " is not the same byte as in UTF-8");
    }
    assertThatThrownBy(() -> LINES.breaks(LineBreaks.UNICODE))
        .hasMessageContaining("choose encodings that contain ASCII and line breaks that are ASCII");
    assertThatThrownBy(() -> LineEncodings.of(0, List.of(UTF_8), latin1))
        .hasMessageContaining("maxBytes 0");
    assertThatThrownBy(() -> LineEncodings.of(9, List.of(), latin1))
        .hasMessageContaining("for one encoding take Stages.lines");
    for (BomPolicy policy : List.of(BomPolicy.SNIFF, BomPolicy.REQUIRE)) {
      assertThatThrownBy(
              () -> LineEncodings.of(9, List.of(UTF_8), DecoderSpec.of(UTF_8).bom(policy)))
          .hasMessageContaining("with BomPolicy." + policy);
    }
    for (DecoderSpec later : List.of(latin1.startingAt(0), latin1.countingFrom(3))) {
      assertThatThrownBy(() -> LineEncodings.of(9, List.of(UTF_8), later))
          .hasMessageContaining("leave out startingAt");
    }
  }

  @Test
  void equalSettingsAreEqual() {
    LineEncodings same = LineEncodings.of(100, List.of(UTF_8), DecoderSpec.of(LATIN_1));
    assertThat(same).isEqualTo(LINES).hasSameHashCodeAs(LINES);
    assertThat(same.breaks(LineBreaks.ANY)).isNotEqualTo(LINES);
    assertThat(same).isNotEqualTo("x");
    assertThat(same)
        .asString()
        .startsWith("LineEncodings[[UTF-8], else DecoderSpec[ISO-8859-1")
        .endsWith("LF_OR_CRLF, at most 100 bytes, else FAIL]");
  }
}
