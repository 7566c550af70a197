/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** SCSU and BOCU-1, by the examples of their specifications and by the laws. */
class CompressedTextTest {
  private static final int ROUNDS = 400;

  private static final String JAPANESE =
      "\u3000\u266A\u30EA\u30F3\u30B4\u53EF\u611B\u3044\u3084\u53EF\u611B\u3044\u3084\u30EA\u30F3"
          + "\u30B4\u3002\u534A\u4E16\u7D00\u3082\u524D\u306B\u6D41\u884C\u3057\u305F\u300C\u30EA"
          + "\u30F3\u30B4\u306E\u6B4C\u300D\u304C\u3074\u3063\u305F\u308A\u3059\u308B\u304B\u3082"
          + "\u3057\u308C\u306A\u3044\u3002\u7C73\u30A2\u30C3\u30D7\u30EB\u30B3\u30F3\u30D4\u30E5"
          + "\u30FC\u30BF\u793E\u306E\u30D1\u30BD\u30B3\u30F3\u300C\u30DE\u30C3\u30AF\uFF08\u30DE"
          + "\u30C3\u30AD\u30F3\u30C8\u30C3\u30B7\u30E5\uFF09\u300D\u3092\u3001\u3053\u3088\u306A"
          + "\u304F\u611B\u3059\u308B\u4EBA\u305F\u3061\u306E\u3053\u3068\u3060\u3002\u300C\u30A2"
          + "\u30C3\u30D7\u30EB\u4FE1\u8005\u300D\u306A\u3093\u3066\u8A00\u3044\u65B9\u307E\u3067"
          + "\u3042\u308B\u3002";

  private static final String JAPANESE_IN_SCSU =
      "08001B4CEA16CAD3940F53EF611BE584C40F53EF611BE584C416CAD39408020F534A4E167D003082524D306B"
          + "6D41884CE5979F080C16CAD39415AE0E6B4C080D8CB4A39FCA99CB8BC297CCAA8408020E7C73E216A3B7"
          + "CB93D3B4C5DC9F0E793E06AEB19D93D3080CBEA38F0888BEA38DD3A8A397C51789080D15D2080193C8AA"
          + "8F0E611B99CB0E4EBA9FA1AE93A8A00802080CE216A3B7CB0F4FE18005EC608DEA06D3E60F8A00304465"
          + "B9E4FEE7C206CB82";

  private static final String ALL_FEATURES =
      "A\u00DF\u0401\u015F\u00DF\u01DF\uF000\uDBFF\uDFFF\r\n"
          + "A\u00DF\u0401\u015F\u00DF\u01DF\uF000\uDBFF\uDFFF";

  private static final String ALL_FEATURES_IN_SCSU =
      "41DF1281035F10DF1B03DF1C88800BBFFFFF0D0A4110DF1281035F10DF13DF148015FF";

  static List<TextEncoding> both() {
    return List.of(UnicodeCharsets.SCSU, UnicodeCharsets.BOCU_1);
  }

  private static byte[] hex(String bytes) {
    return HexFormat.of().parseHex(bytes.replace(" ", ""));
  }

  /** UTS #6, section 9. */
  @Test
  void theExamplesOfScsuAreRead() {
    DecoderSpec strict = DecoderSpec.of(UnicodeCharsets.SCSU).onMalformed(MalformedPolicy.REPORT);
    assertThat(strict.decode(hex("D6 6C 20 66 6C 69 65 DF 74"))).isEqualTo("\u00D6l flie\u00DFt");
    assertThat(strict.decode(hex("12 9C BE C1 BA B2 B0")))
        .isEqualTo("\u041C\u043E\u0441\u043A\u0432\u0430");
    assertThat(strict.decode(hex(JAPANESE_IN_SCSU))).isEqualTo(JAPANESE);
    assertThat(strict.decode(hex(ALL_FEATURES_IN_SCSU))).isEqualTo(ALL_FEATURES);
  }

  @Test
  void theExamplesAreWrittenAsCompactly() {
    assertThat(written(UnicodeCharsets.SCSU, "\u00D6l flie\u00DFt"))
        .isEqualTo(hex("D6 6C 20 66 6C 69 65 DF 74"));
    assertThat(written(UnicodeCharsets.SCSU, "\u041C\u043E\u0441\u043A\u0432\u0430"))
        .isEqualTo(hex("12 9C BE C1 BA B2 B0"));
    assertThat(written(UnicodeCharsets.SCSU, "\uFEFF")).isEqualTo(hex("0E FE FF"));
    // 178 bytes in UTS #6, by an encoder that looks ahead; 232 in UTF-16.
    assertThat(written(UnicodeCharsets.SCSU, JAPANESE)).hasSizeLessThan(210);
  }

  /** By the algorithm of UTN #6, worked out by hand: differences from 40, then from the middle. */
  @ParameterizedTest
  @CsvSource({
    "FEFF, FBEE28",
    "0061, B1",
    "00E4, D071",
    "20AC, F1E6",
    "3042, FB1159",
    "10FFFF, FE19B454",
    "0020, 20",
    "000A, 0A",
  })
  void differencesAreWrittenInBocu1(String scalar, String bytes) {
    String text = Character.toString(Integer.parseInt(scalar, 16));
    String read = DecoderSpec.of(UnicodeCharsets.BOCU_1).decode(hex(bytes));
    assertThat(HexFormat.of().withUpperCase().formatHex(written(UnicodeCharsets.BOCU_1, text)))
        .isEqualTo(bytes);
    assertThat(read).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("both")
  void everyScalarValueIsReadBackInAnyState(TextEncoding encoding) {
    TextSamples samples = new TextSamples(71);
    StringBuilder all = new StringBuilder();
    for (int scalar = 0; scalar <= Character.MAX_CODE_POINT; scalar++) {
      if (Character.getType(scalar) != Character.SURROGATE) {
        all.appendCodePoint(scalar);
        if (scalar % 5 == 0) {
          all.append(samples.text(2));
        }
      }
    }
    String text = all.toString();
    byte[] bytes = written(encoding, text);
    DecoderSpec strict = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
    assertThat(strict.decode(bytes)).isEqualTo(text);
    assertThat(strict.newValidator().validate(ByteBuffer.wrap(bytes), true)).isEmpty();
  }

  private static byte[] written(TextEncoding encoding, String text) {
    return EncoderSpec.of(encoding).newEncoder().encode(text);
  }

  @ParameterizedTest
  @MethodSource("both")
  void whatIsWrittenIsTheSameForEveryCut(TextEncoding encoding) {
    TextSamples samples = new TextSamples(72);
    for (int round = 0; round < ROUNDS; round++) {
      String text = samples.text(1 + samples.random().nextInt(12));
      byte[] bytes = written(encoding, text);
      TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
      byte[] pieces = {};
      for (char unit : text.toCharArray()) {
        pieces = join(pieces, encoder.encode(String.valueOf(unit)));
      }
      assertThat(join(pieces, encoder.finish())).isEqualTo(bytes);
      TextTranscoder transcoder =
          DecoderSpec.of(TextEncoding.UTF_8)
              .bom(BomPolicy.KEEP)
              .newTranscoder(EncoderSpec.of(encoding));
      ByteBuffer in = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      byte[] transcoded = {};
      CoderStatus status;
      do {
        ByteBuffer out = ByteBuffer.allocate(4 + samples.random().nextInt(9));
        status = transcoder.transcode(in, out, true);
        transcoded = join(transcoded, Arrays.copyOf(out.array(), out.position()));
      } while (status == CoderStatus.OVERFLOW);
      assertThat(transcoded).isEqualTo(bytes);
    }
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static String read(TextEncoding encoding, List<byte[]> pieces) {
    return read(DecoderSpec.of(encoding), pieces);
  }

  private static String read(DecoderSpec spec, List<byte[]> pieces) {
    List<String> found = new ArrayList<>();
    TextDecoder decoder =
        spec.observer(s -> found.add(s.cause() + " " + s.byteOffset() + "+" + s.length()))
            .newDecoder();
    StringBuilder text = new StringBuilder();
    long taken = 0;
    for (byte[] piece : pieces) {
      text.append(decoder.decode(ByteBuffer.wrap(piece), false));
      taken += piece.length;
      assertThat(decoder.position() + decoder.pendingBytes()).isEqualTo(taken);
      assertThat(decoder.pendingBytes()).isLessThan(6);
    }
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
  }

  @ParameterizedTest
  @MethodSource("both")
  void anyBytesAreReadTheSameForEveryCut(TextEncoding encoding) {
    Random random = new Random(73);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = new byte[1 + random.nextInt(14)];
      random.nextBytes(bytes);
      for (int i = random.nextInt(6); i < bytes.length; i += 1 + random.nextInt(6)) {
        bytes[i] = (byte) (0xD8 | random.nextInt(0x28));
      }
      String expected = read(encoding, Cuts.whole(bytes));
      Cuts.hostile(bytes).forEach(cut -> assertThat(read(encoding, cut)).isEqualTo(expected));
      assertThat(expected.substring(0, expected.lastIndexOf(" [")).codePoints())
          .noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SCSU, 41 0C 42, A?B, INVALID_BYTE 1+1",
    "SCSU, 0F 00 41 F2 00 42, A?B, INVALID_BYTE 3+1",
    "SCSU, 18 A8 41, ?\u00A8A, TRUNCATED 0+1",
    "SCSU, 0E D8 3D 41, ?A, UNPAIRED_HIGH_SURROGATE 0+3",
    "SCSU, 0E D8 3D 0E DE 00 41, \uD83D\uDE00A, ''",
    "SCSU, 0F D8 3D F0 DE 00 E0 41, \uD83D\uDE00A, ''",
    "SCSU, 0F D8 3D E0 41, ?A, UNPAIRED_HIGH_SURROGATE 1+2",
    "SCSU, 0F DE 00 00 41, ?A, UNPAIRED_LOW_SURROGATE 1+2",
    "SCSU, 0F D8 3D, ?, UNPAIRED_HIGH_SURROGATE 1+2",
    "SCSU, 0B BF, ?, TRUNCATED 0+2",
    "BOCU-1, FB 0A B1, ?/a, TRUNCATED 0+1",
    "BOCU-1, FB 20 B1, ? a, TRUNCATED 0+1",
    "BOCU-1, 21 21 21 21, ?, OUT_OF_RANGE 0+4",
    "BOCU-1, 5A, ?, OVERLONG 0+1",
    "BOCU-1, D0 71 FF B1, \u00E4a, ''",
    "BOCU-1, FB, ?, TRUNCATED 0+1",
  })
  void whatIsIllFormed(String name, String bytes, String text, String found) {
    String expected = text.replace('?', '\uFFFD').replace('/', '\n') + " [" + found + "]";
    List<byte[]> pieces = Cuts.bytewise(hex(bytes));
    assertThat(read(TextEncoding.forName(name), pieces)).isEqualTo(expected);
  }

  /** A byte 0A may be half of another character, and LF may be quoted. */
  @ParameterizedTest
  @MethodSource("both")
  void linesAreThoseOfTheText(TextEncoding encoding) {
    String text = "\u041C\u043E\n\u0A0A\u4E0A\r\n\u3042\n\uD83D\uDE00";
    List<byte[]> pieces = Cuts.bytewise(written(encoding, text));
    assertThat(lines(DecoderSpec.of(encoding), pieces))
        .containsExactly("\u041C\u043E", "\u0A0A\u4E0A", "\u3042", "\uD83D\uDE00");
  }

  private static List<String> lines(DecoderSpec spec, List<byte[]> pieces) {
    Stage<ByteBuffer, String> stage = Stages.lines(spec, LineSpec.of(LineBreaks.ANY));
    List<String> lines = new ArrayList<>();
    for (byte[] piece : pieces) {
      stage.offer(ByteBuffer.wrap(piece));
      drain(stage, lines);
    }
    stage.endOfInput();
    drain(stage, lines);
    return lines;
  }

  private static void drain(Stage<ByteBuffer, String> stage, List<String> lines) {
    String line;
    while ((line = stage.poll()) != null) {
      lines.add(line);
    }
  }

  /** In BOCU-1 the difference behind the mark is counted from it, dropped or not (UTN #6, 2.5). */
  @ParameterizedTest
  @MethodSource("both")
  void aMarkIsStrippedWhenAskedFor(TextEncoding encoding) {
    String text = "\uFE80\u041C\u043Ea\n\u3042";
    byte[] bytes = written(encoding, "\uFEFF" + text);
    DecoderSpec stripping = DecoderSpec.of(encoding).bom(BomPolicy.STRIP);
    for (List<byte[]> cut : Cuts.hostile(bytes)) {
      assertThat(read(DecoderSpec.of(encoding), cut)).isEqualTo("\uFEFF" + text + " []");
      assertThat(read(stripping, cut)).isEqualTo(text + " []");
      assertThat(read(stripping.bom(BomPolicy.REQUIRE), cut)).isEqualTo(text + " []");
      assertThat(lines(stripping, cut)).containsExactly(text.split("\n"));
    }
    assertThat(stripping.newValidator().validate(ByteBuffer.wrap(bytes), true)).isEmpty();
    ByteBuffer out = ByteBuffer.allocate(99);
    stripping
        .newTranscoder(EncoderSpec.of(TextEncoding.UTF_8))
        .transcode(ByteBuffer.wrap(bytes), out, true);
    assertThat(new String(out.array(), 0, out.position(), StandardCharsets.UTF_8)).isEqualTo(text);
    assertThat(read(stripping, Cuts.whole(written(encoding, text)))).isEqualTo(text + " []");
    assertThat(read(stripping, Cuts.whole(written(encoding, "\uFEFF\uFEFFa"))))
        .isEqualTo("\uFEFFa []");
  }
}
