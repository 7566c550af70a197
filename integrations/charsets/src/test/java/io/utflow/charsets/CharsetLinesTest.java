/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines of the charsets of the JDK are those of their text, whichever way they are found. */
class CharsetLinesTest {
  private static final int ROUNDS = 60;

  static List<String> sample() {
    List<String> sample = new ArrayList<>(CharsetSamples.SAMPLE);
    sample.addAll(List.of("CESU-8", "Modified-UTF-8", "UTF-EBCDIC", "x-SJIS_0213", "Big5-HKSCS"));
    sample.addAll(List.of("HZ-GB-2312", "ISO-2022-CN", "web-GBK", "web-gb18030", "web-Big5"));
    sample.addAll(List.of("web-EUC-JP", "web-ISO-2022-JP", "web-Shift_JIS", "web-EUC-KR"));
    return sample;
  }

  private static List<String> lines(ByteStage<String> stage, List<byte[]> pieces, BufferKind kind) {
    List<String> lines = new ArrayList<>();
    for (byte[] piece : pieces) {
      stage.offer(kind.of(piece));
      drain(stage, lines);
    }
    stage.endOfInput();
    drain(stage, lines);
    return lines;
  }

  private static void drain(ByteStage<String> stage, List<String> lines) {
    String line;
    while ((line = stage.poll()) != null) {
      lines.add(line);
    }
  }

  @ParameterizedTest
  @MethodSource("sample")
  void areThoseOfTheTextForEveryCut(String name) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(name));
    Random random = new Random(61);
    LineBreaks[] breaks = LineBreaks.values();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = CharsetSamples.anyBytes(random, round == 0 ? 9000 : 1 + random.nextInt(30));
      LineSpec rule = LineSpec.of(breaks[round % breaks.length]);
      String text =
          spec.onMalformed(MalformedPolicy.REPLACE)
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes), true);
      List<byte[]> utf8 = List.of(text.getBytes(StandardCharsets.UTF_8));
      List<String> expected =
          lines(Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), rule), utf8, BufferKind.HEAP);
      for (BufferKind kind : BufferKind.values()) {
        assertThat(lines(Stages.lines(spec, rule), Cuts.whole(bytes), kind)).isEqualTo(expected);
        if (bytes.length < 100) {
          assertThat(lines(Stages.lines(spec, rule), Cuts.bytewise(bytes), kind))
              .isEqualTo(expected);
          assertThat(lines(Stages.lines(spec, rule), Cuts.random(bytes, random), kind))
              .isEqualTo(expected);
        }
      }
    }
  }

  /** Where a byte that looks like LF is LF, wherever it stands. */
  @Test
  void areFoundInTheBytesWhereThatIsSafe() {
    List<String> inText = List.of("IBM037", "x-JIS0208", "ISO-2022-JP", "ISO-2022-KR", "x-IBM930");
    for (String name : CharsetSamples.SAMPLE) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(name));
      assertThat(delimiters("\r\n", "\n", "\r").areFoundInText(spec))
          .as(name)
          .isEqualTo(inText.contains(name));
    }
    for (String name : List.of("CESU-8", "Modified-UTF-8", "UTF-EBCDIC")) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(name));
      assertThat(delimiters("\r\n", "\n", "\r").areFoundInText(spec)).as(name).isFalse();
    }
    DecoderSpec chinese = DecoderSpec.of(TextEncoding.forName("GBK"));
    assertThat(delimiters("|").areFoundInText(chinese)).isTrue();
    assertThat(delimiters("\u2028").areFoundInText(chinese)).isTrue();
    assertThat(delimiters(";").areFoundInText(chinese)).isFalse();
  }

  private static Delimiters delimiters(String... delimiters) {
    return new Delimiters(List.of(delimiters), List.of());
  }

  /** It cannot occur, so whoever asks for it has made a mistake. */
  @Test
  void aDelimiterWithoutAPlaceIsRefused() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName("windows-1252"));
    RecordSpec records = RecordSpec.delimitedBy("\u2192", ";");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.records(spec, records))
        .withMessage(
            "a delimiter holds U+2192, which windows-1252 does not have; choose a text that it"
                + " has");
    assertThatIllegalArgumentException().isThrownBy(() -> Stages.locatedRecords(spec, records));
    Detection detection = Detection.utf8Else(DecoderSpec.of(TextEncoding.UTF_8), spec);
    assertThatIllegalArgumentException().isThrownBy(() -> Stages.records(detection, records));
    RecordSpec beyond = RecordSpec.delimitedBy("\uD83D\uDE42");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.records(DecoderSpec.of(UnicodeVariants.UCS_2BE), beyond));
  }

  /** Of the web some is read that is not written, and what is read may be a delimiter (L9, L10). */
  @ParameterizedTest
  @CsvSource({
    "shift_jis, \uE000, F040",
    "euc-jp, \u4E02, 8FB0A1",
    "big5, \u31C0, 8840",
    "big5, \u0304, 8862",
    "gbk, \uD83D\uDE00, 9439FC36",
    "gbk, \u0080, 81308130",
    "gbk, \uE7C7, 8135F437",
    "EUC-KR, \uAC00, B0A1",
  })
  void aDelimiterMayBeReadOnly(String label, String delimiter, String hex) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forWebLabel(label));
    byte[] one = HexFormat.of().parseHex(hex);
    assertThat(spec.decode(one)).endsWith(delimiter);
    RecordSpec rule = RecordSpec.delimitedBy(delimiter, delimiter + "\n");
    Random random = new Random(62);
    for (int round = 0; round < ROUNDS; round++) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < 4; i++) {
        all.writeBytes(CharsetSamples.anyBytes(random, random.nextInt(9)));
        all.writeBytes(round % 4 == 0 ? new byte[] {'a'} : new byte[0]);
        all.writeBytes(one);
      }
      all.write('a'); // What is left out leaves no last record, but for this.
      byte[] bytes = all.toByteArray();
      List<byte[]> utf8 = List.of(spec.decode(bytes).getBytes(StandardCharsets.UTF_8));
      List<String> expected =
          lines(Stages.records(DecoderSpec.of(TextEncoding.UTF_8), rule), utf8, BufferKind.HEAP);
      assertThat(round % 4 != 0 || expected.size() >= 4).isTrue();
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        assertThat(lines(Stages.records(spec, rule), pieces, BufferKind.HEAP)).isEqualTo(expected);
        DecoderSpec skipping = spec.onMalformed(MalformedPolicy.SKIP);
        assertThat(lines(Stages.records(skipping, rule), pieces, BufferKind.DIRECT))
            .hasSameSizeAs(expected)
            .noneMatch(record -> record.contains(delimiter));
      }
    }
  }

  /** Neither read nor written. */
  @ParameterizedTest
  @CsvSource({"shift_jis, \u4E02", "euc-jp, \uE000", "big5, \uE000", "gbk, \uE5E5"})
  void aDelimiterThatTheWebDoesNotReadIsRefused(String label, String delimiter) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forWebLabel(label));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.records(spec, RecordSpec.delimitedBy(delimiter)))
        .withMessageContaining("which " + spec.encoding() + " does not have");
  }

  /** In WTF-8 the byte ED behind a high surrogate may begin a low one, or the delimiter. */
  @Test
  void aDelimiterThatBeginsLikeASurrogateIsRefusedInWtf8() {
    RecordSpec records = RecordSpec.delimitedBy("\uD000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.records(DecoderSpec.of(UnicodeVariants.WTF_8), records))
        .withMessageContaining("U+D000, whose first byte in WTF-8 is that of surrogates");
  }

  /** CESU-8 looks for it in UTF-16, where it is no surrogate. */
  @Test
  void aDelimiterThatBeginsLikeASurrogateIsFoundInCesu8() {
    DecoderSpec spec = DecoderSpec.of(UnicodeVariants.CESU_8);
    RecordSpec records = RecordSpec.delimitedBy("\uD000");
    byte[] bytes = HexFormat.of().parseHex("61eda080ed8080eda0bdedb8826ded8080eda080edb0");
    List<String> expected =
        lines(Stages.records(spec, records), Cuts.whole(bytes), BufferKind.HEAP);
    assertThat(expected).startsWith("a\uFFFD", "\uD83D\uDE02m");
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      assertThat(lines(Stages.records(spec, records), pieces, BufferKind.HEAP)).isEqualTo(expected);
    }
  }
}
