/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The web's encodings of several bytes in whole texts, by policies, and beside the JDK's. */
class WebSequencesTest {
  static Stream<TextEncoding> encodings() {
    return Stream.of("Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "GBK", "gb18030")
        .map(TextEncoding::forWebLabel);
  }

  /** All characters that are written, and some text of ASCII between them. */
  private static String allWritten(EncodingForm form) {
    StringBuilder text = new StringBuilder();
    for (int c = 0; c < 0x30000; c += c < 0x10000 ? 1 : 7) {
      if (form.canEncode(c) && (c < 0xD800 || c > 0xDFFF)) {
        text.appendCodePoint(c).append(c % 61 == 0 ? "a bc" : c % 7 == 0 ? "d" : "");
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void manyAtOnceAreWrittenAsOneByOne(TextEncoding encoding) {
    EncodingForm form = WebIndexesTest.form(encoding);
    String text = allWritten(form);
    EncodingForm stream = form.forStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    byte[] one = new byte[EncodingForm.MOST_WRITTEN];
    text.codePoints().forEach(c -> expected.write(one, 0, stream.write(c, one, 0)));
    expected.write(one, 0, stream.writeEnd(one, 0));
    assertThat(EncoderSpec.of(encoding).encode(text)).isEqualTo(expected.toByteArray());
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(8 * text.length());
    for (int i = 0; i < text.length(); i += 13) {
      int end = Math.min(text.length(), i + 13);
      encoder.encode(CharBuffer.wrap(text, i, end), out, end == text.length());
    }
    assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(expected.toByteArray());
  }

  /** All sequences of one and two bytes, and some longer ones; with the text of each. */
  private static StringBuilder allRead(EncodingForm form, ByteArrayOutputStream bytes) {
    StringBuilder text = new StringBuilder();
    for (int first = 0; first < 0x100; first++) {
      add(form, text, bytes, first);
      for (int second = 0; first >= 0x80 && second < 0x100; second++) {
        add(form, text, bytes, first, second);
        if (second % 11 == 0) {
          add(form, text, bytes, 'a' + second % 13);
          add(form, text, bytes, 0x8F, first, second);
          add(form, text, bytes, first, 0x30 + second % 10, second, 0x30 + first % 10);
        }
      }
    }
    return text;
  }

  private static void add(
      EncodingForm form, StringBuilder text, ByteArrayOutputStream bytes, int... sequence) {
    String read = WebIndexesTest.read(form, sequence);
    if (!read.isEmpty()) {
      text.append(read);
      bytes.writeBytes(WebIndexesTest.bytes(sequence));
    }
  }

  private static String decoded(TextEncoding encoding, List<byte[]> pieces) {
    return decoded(DecoderSpec.of(encoding), pieces);
  }

  private static String decoded(DecoderSpec spec, List<byte[]> pieces) {
    TextDecoder decoder = spec.newDecoder();
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)).toString();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void manyAtOnceAreReadAsOneByOne(TextEncoding encoding) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String text = allRead(WebIndexesTest.form(encoding), all).toString();
    byte[] bytes = all.toByteArray();
    assertThat(DecoderSpec.of(encoding).decode(bytes)).isEqualTo(text);
    assertThat(decoded(encoding, Cuts.bytewise(bytes))).isEqualTo(text);
    assertThat(decoded(encoding, Cuts.every(bytes, 37))).isEqualTo(text);
    assertThat(decoded(encoding, Cuts.random(bytes, new Random(1813)))).isEqualTo(text);
    assertThat(DecoderSpec.of(encoding).newValidator().validate(ByteBuffer.wrap(bytes), true))
        .isEmpty();
    ByteBuffer utf8 = ByteBuffer.allocate(4 * bytes.length);
    DecoderSpec.of(encoding)
        .newTranscoder(EncoderSpec.of(TextEncoding.UTF_8))
        .transcode(ByteBuffer.wrap(bytes), utf8, true);
    assertThat(new String(utf8.array(), 0, utf8.position(), StandardCharsets.UTF_8))
        .isEqualTo(text);
  }

  /** The differences from the charsets of the JDK, read and written. */
  @ParameterizedTest
  @CsvSource({
    "Big5, 8862, \u00CA\u0304, 3F3F",
    "Big5, 88A5, \u00EA\u030C, 3F3F",
    "Big5, A145, \u2027, A145",
    "Big5, FABD, \u5305, A55D",
    "Big5, 8EF2, \u4FF9, 3F",
    "Big5, A451, \u5341, A451",
    "Big5, A2CC, \u5341, A451",
    "EUC-JP, ADA1, \u2460, ADA1",
    "EUC-JP, A1DD, \uFF0D, A1DD",
    "EUC-JP, 8FB0A1, \u4E02, 3F",
    "Shift_JIS, 80, \u0080, 80",
    "Shift_JIS, F040, \uE000, 3F",
    "Shift_JIS, ED40, \u7E8A, FA5C",
    "Shift_JIS, B1, \uFF71, B1",
    "EUC-KR, C9A1, \uFFFD, 3F",
    "gb18030, A3A0, \u3000, A1A1",
    "gb18030, 82359037, \u9FB4, FE59",
    "gb18030, A6D9, \uFE10, A6D9",
    "gb18030, 84318236, \uFE10, A6D9",
    "gb18030, A8BC, \u1E3F, A8BC",
    "gb18030, 8135F437, \uE7C7, 8135F437",
    "gb18030, E3329A35, \uDBFF\uDFFF, E3329A35",
    "GBK, 8135F437, \uE7C7, 3F",
    "ISO-2022-JP, 1B284A5C, \u00A5, 1B284A5C1B2842",
    "ISO-2022-JP, 1B284931, \uFF71, 1B244225221B2842",
    "ISO-2022-JP, 1B24402D21, \u2460, 1B24422D211B2842",
  })
  void differsFromTheJdk(String label, String bytes, String text, String written) {
    TextEncoding encoding = TextEncoding.forWebLabel(label);
    assertThat(DecoderSpec.of(encoding).decode(hex(bytes))).isEqualTo(text);
    assertThat(EncoderSpec.of(encoding).encode(text)).isEqualTo(hex(written));
  }

  @ParameterizedTest
  @CsvSource({
    "Shift_JIS, \u00A5\u203E\u2212, 5C7E817C",
    "Shift_JIS, \u00A2\u00A3\u00AB\u00AC\u00AF, 3F3F3F3F3F",
    "Shift_JIS, \u00B5\u00B7\u00B8\u00BB\u3094, 3F3F3F3F3F",
    "EUC-JP, \u00A5\u203E\u2212\uFF71, 5C7EA1DD8EB1",
    "ISO-2022-JP, \u2212\uFF71, 1B2442215D25221B2842",
    "gb18030, \uE5E5\uE78D\uE864, 3FA6D9FEA0",
    "GBK, \uE5E5\uE78D\uE864, 3FA6D9FEA0",
    "Big5, \u2550\u255E\u2561\u256A\u5341\u5345, F9F9F9E9F9EBF9EAA451A4CA",
  })
  void writesWhatItDoesNotReadSo(String label, String text, String written) {
    assertThat(EncoderSpec.of(TextEncoding.forWebLabel(label)).encode(text))
        .isEqualTo(hex(written));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void charactersWithoutAPlaceGoByThePolicy(TextEncoding encoding) {
    String text = "a\uE5E5\u4E00\uE5E5";
    Map<UnmappablePolicy, String> expected =
        Map.of(
            UnmappablePolicy.REPLACE,
            "a?\u4E00?",
            UnmappablePolicy.SKIP,
            "a\u4E00",
            UnmappablePolicy.DECIMAL_REFERENCE,
            "a&#58853;\u4E00&#58853;",
            UnmappablePolicy.replaceWith("\u4E00"),
            "a\u4E00\u4E00\u4E00");
    expected.forEach(
        (policy, written) -> {
          EncoderSpec spec = EncoderSpec.of(encoding).onUnmappable(policy);
          assertThat(DecoderSpec.of(encoding).decode(spec.encode(text))).isEqualTo(written);
          ByteBuffer out = ByteBuffer.allocate(100);
          DecoderSpec.of(TextEncoding.UTF_8)
              .newTranscoder(spec)
              .transcode(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), out, true);
          assertThat(DecoderSpec.of(encoding).decode(Arrays.copyOf(out.array(), out.position())))
              .isEqualTo(written);
        });
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(
            () -> EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.REPORT).encode(text));
  }

  /** WHATWG Encoding, §12.2.2: a reference to what would be a shift is none to an attacker. */
  @Test
  void aReferenceToAShiftOfIso2022JpIsOneToTheReplacementCharacter() {
    EncoderSpec spec = EncoderSpec.of(TextEncoding.forWebLabel("iso-2022-jp"));
    for (String shift : List.of("\u000E", "\u000F", "\u001B")) {
      assertThat(spec.onUnmappable(UnmappablePolicy.DECIMAL_REFERENCE).encode("a" + shift))
          .asString(StandardCharsets.US_ASCII)
          .isEqualTo("a&#65533;");
      assertThat(spec.onUnmappable(UnmappablePolicy.HEX_REFERENCE).encode("a" + shift))
          .asString(StandardCharsets.US_ASCII)
          .isEqualTo("a&#xFFFD;");
      assertThatExceptionOfType(IllFormedTextException.class)
          .isThrownBy(() -> spec.onUnmappable(UnmappablePolicy.REPORT).encode(shift))
          .satisfies(e -> assertThat(e.sequence().diagnosticValue()).isEqualTo(shift.charAt(0)));
    }
  }

  /** ASCII stays in the state of the yen sign, but for what is another character there. */
  @ParameterizedTest
  @CsvSource({
    "\u00A5ab, 1B284A5C61621B2842",
    "\u00A5a\\b, 1B284A5C611B28425C62",
    "a\u203E~, 611B284A7E1B28427E",
    "\u00A5\u3042\u00A5, 1B284A5C1B244224221B284A5C1B2842",
    "\u3042a\u00A5, 1B244224221B2842611B284A5C1B2842",
    "\u3042\uAC00\u3042, 1B244224221B28423F1B244224221B2842",
  })
  void iso2022JpIsWrittenInTheStatesOfTheStandard(String text, String written) {
    TextEncoding encoding = TextEncoding.forWebLabel("iso-2022-jp");
    assertThat(EncoderSpec.of(encoding).encode(text)).isEqualTo(hex(written));
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(100);
    for (int i = 0; i <= text.length(); i++) {
      int end = Math.min(i + 1, text.length());
      encoder.encode(CharBuffer.wrap(text, i, end), out, i == text.length());
    }
    assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(hex(written));
    String read = DecoderSpec.of(encoding).decode(hex(written));
    assertThat(read).isEqualTo(text.replace('\uAC00', '?'));
  }

  /** Their causes; {@code WebStandardTest} has their lengths. */
  @ParameterizedTest
  @CsvSource({
    "Big5, 8140, UNMAPPED, 1",
    "Big5, 81A1, UNMAPPED, 2",
    "Big5, 80, INVALID_BYTE, 1",
    "Big5, 8787, UNMAPPED, 2",
    "Big5, 81, TRUNCATED, 1",
    "EUC-KR, FEA1, UNMAPPED, 2",
    "EUC-KR, C90A, TRUNCATED, 1",
    "Shift_JIS, A0, INVALID_BYTE, 1",
    "Shift_JIS, 8541, UNMAPPED, 1",
    "EUC-JP, 8FA1A1, UNMAPPED, 3",
    "EUC-JP, 8EE0, UNMAPPED, 2",
    "EUC-JP, 8FA180, UNMAPPED, 3",
    "EUC-JP, 8FA141, TRUNCATED, 2",
    "EUC-JP, 8FA1, TRUNCATED, 2",
    "gb18030, 8431A530, UNMAPPED, 4",
    "gb18030, FF, INVALID_BYTE, 1",
    "gb18030, 8130, TRUNCATED, 2",
    "gb18030, 81308141, TRUNCATED, 1",
    "ISO-2022-JP, 0E, INVALID_BYTE, 1",
    "ISO-2022-JP, 1B242844, INVALID_BYTE, 1",
    "ISO-2022-JP, 1B24, TRUNCATED, 1",
  })
  void illFormedSequencesHaveTheirCauses(String label, String bytes, String cause, int length) {
    EncodingForm form = WebIndexesTest.form(TextEncoding.forWebLabel(label));
    byte[] sequence = hex(bytes);
    int step = form.step(sequence, 0, sequence.length, true);
    assertThat(Step.isIllFormed(step)).isTrue();
    assertThat(Step.cause(step)).hasToString(cause);
    assertThat(Step.length(step)).isEqualTo(length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Big5", "EUC-JP", "Shift_JIS", "EUC-KR", "GBK", "gb18030"})
  void linesAreFoundInTheBytes(String label) {
    EncodingForm form = WebIndexesTest.form(TextEncoding.forWebLabel(label));
    assertThat(form.standsAlone('\n')).isTrue();
    assertThat(form.standsAlone('\r')).isTrue();
    assertThat(form.isAsciiTransparent()).isTrue();
  }

  @Test
  void charsetsStayTheJdks() {
    for (String name : List.of("Big5-HKSCS", "EUC-JP", "windows-31j", "x-windows-949", "GB18030")) {
      TextEncoding jdks = TextEncoding.forName(name);
      assertThat(jdks).isSameAs(TextEncoding.of(Charset.forName(name)));
      assertThat(Encoding.of(jdks).form().getClass().getSimpleName()).isEqualTo("MultiByteForm");
    }
    assertThat(DecoderSpec.of(TextEncoding.forName("EUC-JP")).decode(hex("ADA1")))
        .contains("\uFFFD");
    assertThat(TextEncoding.forWebLabel("sjis").nameForPeers()).isEqualTo("Shift_JIS");
    assertThat(TextEncoding.forWebLabel("sjis")).hasToString("web-Shift_JIS");
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
