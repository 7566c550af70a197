/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.TextCuts;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** HZ and ISO-2022-CN, by the examples of their specifications, by tables and by the laws. */
class ChineseTextTest {
  private static final TextEncoding HZ = TextEncoding.forName("HZ-GB-2312");
  private static final TextEncoding CN = TextEncoding.forName("ISO-2022-CN");
  private static final Charset GB_2312 = Charset.forName("GB2312");
  private static final Charset CNS = Charset.forName("x-EUC-TW");
  private static final int ROUNDS = 400;

  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.replaceWith("<?>"),
          MalformedPolicy.REPORT,
          MalformedPolicy.REPLACE.atMost(2));

  /** Only in plane 1, only in plane 2 of CNS 11643. */
  private static final String NOT_IN_GB = "\u63DB\u9AD4\u5344\u4E42";

  /** Behind ASCII those in GB 2312, some of which are in plane 1; the last ones are in no set. */
  private static final String CHARACTERS =
      "ab~{}\n\r\u4EA4\u6362\u4E2D\u5345\u3042" + NOT_IN_GB + "\u20AC\uD83D\uDE00";

  static List<TextEncoding> both() {
    return List.of(HZ, CN);
  }

  private static byte[] bytes(String latin1) {
    return latin1.replace('^', '\u001B').getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] written(TextEncoding encoding, String text) {
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    return join(encoder.encode(text), encoder.finish());
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static String strictly(TextEncoding encoding, byte[] bytes) {
    return DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT).decode(bytes);
  }

  @Test
  void bothHaveNames() {
    for (String name : List.of("hz-gb-2312", "HZ", "Hz-Gb-2312")) {
      assertThat(TextEncoding.forName(name)).isSameAs(HZ);
    }
    assertThat(HZ.name()).isEqualTo("HZ-GB-2312");
    for (String name : List.of("iso-2022-cn", "ISO2022CN", "csISO2022CN")) {
      assertThat(TextEncoding.forName(name)).isSameAs(CN);
    }
    assertThat(TextEncoding.of(Charset.forName("ISO-2022-CN"))).isSameAs(CN);
    assertThat(TextEncoding.forWebLabel("hz-gb-2312").name()).isEqualTo("replacement");
    assertThat(TextEncoding.forWebLabel("iso-2022-cn").name()).isEqualTo("replacement");
    assertThatThrownBy(() -> TextEncoding.forName("HZ-BG-2312"))
        .isInstanceOf(UnsupportedCharsetException.class)
        .hasMessageContaining("did you mean HZ");
    assertThatThrownBy(() -> TextEncoding.forName("x-ISO-2022-CN-CNS"))
        .hasMessageContaining("an ISO-2022-CN of its own");
  }

  /** RFC 1843, section 2; the last joins two lines. */
  @Test
  void theExamplesOfHzAreRead() {
    String sentence = "\u5DF1\u6240\u4E0D\u6B32\uFF0C\u52FF\u65BD\u65BC\u4EBA\u3002";
    String before = "This sentence is in ASCII.\nThe next sentence is in GB.";
    String one = before + "~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.";
    assertThat(strictly(HZ, bytes(one))).isEqualTo(before + sentence + "Bye.");
    assertThat(written(HZ, before + sentence + "Bye.")).isEqualTo(bytes(one));
    String joined = before + "~\n~{<:Ky2;S{#,~}~\n~{NpJ)l6HK!#~}~\nBye.";
    assertThat(strictly(HZ, bytes(joined))).isEqualTo(before + sentence + "Bye.");
    assertThat(strictly(HZ, bytes("a~~b"))).isEqualTo("a~b");
  }

  /** The words of RFC 1922, section 1.2: once in GB 2312, once in plane 1. */
  @Test
  void theExampleOfIso2022CnIsRead() {
    byte[] example = bytes("^$)A\u000E=;;;^$)GG(_P\u000F");
    assertThat(strictly(CN, example)).isEqualTo("\u4EA4\u6362\u4EA4\u63DB");
  }

  @Test
  void aModeIsWrittenOncePerRunAndEndsWithTheLine() {
    assertThat(written(HZ, "a\u4EA4\u6362~b\n\u4EA4\n")).isEqualTo(bytes("a~{=;;;~}~~b\n~{=;~}\n"));
    assertThat(written(HZ, "\u4EA4")).isEqualTo(bytes("~{=;~}"));
    assertThat(written(CN, "a\u4EA4\u6362b\u4EA4\n\u4EA4"))
        .isEqualTo(bytes("a^$)A\u000E=;;;\u000Fb\u000E=;\u000F\n^$)A\u000E=;\u000F"));
    assertThat(written(CN, "\u4EA4\u63DB\u4EA4\r\u4EA4"))
        .isEqualTo(bytes("^$)A\u000E=;\u000F^$)G\u000E_PG(\u000F\r^$)A\u000E=;\u000F"));
    assertThat(written(CN, "\u4E42\u4EA4\u4E42a\u4E42\n"))
        .isEqualTo(bytes("^$*H^N!!^$)A\u000E=;^N!!\u000Fa^N!!\n"));
  }

  /** Where a line's escape has been lost, the next one is whole. */
  @Test
  void aLineEndsWhatItBegan() {
    assertThat(strictly(HZ, bytes("~{=;\r\n=;"))).isEqualTo("\u4EA4\r\n=;");
    assertThat(strictly(CN, bytes("^$)A\u000E=;\r\n=;"))).isEqualTo("\u4EA4\r\n=;");
    assertThat(strictly(CN, bytes("^$)A\u000E=;\u000F\r\u000E=;"))).isEqualTo("\u4EA4\r\u4EA4");
  }

  @Test
  void everyCharacterOfTheSetsIsReadAndWritten() {
    assertThat(charactersIn(GB_2312, 0, HZ, "~{", "~}")).isEqualTo(7445);
    assertThat(charactersIn(GB_2312, 0, CN, "^$)A\u000E", "\u000F")).isEqualTo(7445);
    assertThat(charactersIn(CNS, 0, CN, "^$)G\u000E", "\u000F")).isEqualTo(5867);
    assertThat(charactersIn(CNS, 0x8EA2, CN, "^$*H^N", "")).isEqualTo(7650);
  }

  /** How many pairs are characters, by a charset of the JDK that has them with the highest bits. */
  private static int charactersIn(
      Charset set, int prefix, TextEncoding encoding, String before, String after) {
    int count = 0;
    for (int pair = 0; pair < 94 * 94; pair++) {
      byte first = (byte) (0xA1 + pair / 94);
      byte second = (byte) (0xA1 + pair % 94);
      byte[] inSet =
          prefix == 0
              ? new byte[] {first, second}
              : new byte[] {(byte) (prefix >> 8), (byte) prefix, first, second};
      String expected = new String(inSet, set);
      byte[] sevenBit = {(byte) (first & 0x7F), (byte) (second & 0x7F)};
      byte[] bytes = join(join(bytes(before), sevenBit), bytes(after));
      boolean assigned = expected.length() == 1 && !expected.equals("\uFFFD");
      if (encoding == HZ && sevenBit[0] == '~') {
        continue;
      }
      if (!assigned) {
        assertThat(DecoderSpec.of(encoding).newValidator().validate(ByteBuffer.wrap(bytes), true))
            .as("%04X", pair)
            .isNotEmpty();
      } else {
        assertThat(strictly(encoding, bytes)).isEqualTo(expected);
        count++;
        assertThat(strictly(encoding, written(encoding, expected))).isEqualTo(expected);
      }
    }
    return count;
  }

  /** The JDK's decoder reads no single shift rightly, its encoders write them so. */
  @Test
  void isAsTheJdkReadsAndWritesIt() {
    String both = "a\u4EA4\u6362\n\u4E2D\u63DB\u4EA4b\r\n\u9AD4";
    assertThat(new String(written(CN, both), Charset.forName("ISO-2022-CN"))).isEqualTo(both);
    String gb = "a\u4EA4\u6362\n\u4E2Db";
    assertThat(strictly(CN, gb.getBytes(Charset.forName("x-ISO-2022-CN-GB")))).isEqualTo(gb);
    String cns = "\u63DB\u9AD4a\u4EA4\r\n\u63DB\u4E42\u63DB";
    assertThat(strictly(CN, cns.getBytes(Charset.forName("x-ISO-2022-CN-CNS")))).isEqualTo(cns);
  }

  private static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = 1 + random.nextInt(most); i > 0; i--) {
      int at = random.nextInt(CHARACTERS.codePointCount(0, CHARACTERS.length()));
      text.appendCodePoint(CHARACTERS.codePointAt(CHARACTERS.offsetByCodePoints(0, at)));
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("both")
  void whatIsWrittenIsReadBackAndTheSameForEveryCut(TextEncoding encoding) {
    Random random = new Random(121);
    EncoderSpec spec = EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP);
    for (int round = 0; round < ROUNDS; round++) {
      String text = text(random, 12);
      TextEncoder whole = spec.newEncoder();
      byte[] bytes = join(whole.encode(text), whole.finish());
      assertThat(strictly(encoding, bytes)).isEqualTo(withoutUnmappable(encoding, text));
      assertThat(bytes.length).isLessThanOrEqualTo(text.length() * encoding.maxBytesPerChar() + 2);
      for (List<String> cut : TextCuts.hostile(text)) {
        TextEncoder encoder = spec.newEncoder();
        byte[] pieces = {};
        for (String piece : cut) {
          pieces = join(pieces, encoder.encode(piece));
        }
        assertThat(join(pieces, encoder.finish())).isEqualTo(bytes);
      }
      assertThat(transcoded(text, spec, 8 + random.nextInt(9))).isEqualTo(bytes);
    }
  }

  private static String withoutUnmappable(TextEncoding encoding, String text) {
    String none = encoding == HZ ? NOT_IN_GB + "\u20AC" : "\u20AC";
    return text.replace("\uD83D\uDE00", "").replaceAll("[" + none + "]", "");
  }

  private static byte[] transcoded(String text, EncoderSpec to, int room) {
    TextTranscoder transcoder = DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(to);
    ByteBuffer in = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    byte[] all = {};
    CoderStatus status;
    do {
      ByteBuffer out = ByteBuffer.allocate(room);
      status = transcoder.transcode(in, out, true);
      all = join(all, Arrays.copyOf(out.array(), out.position()));
    } while (status == CoderStatus.OVERFLOW);
    return all;
  }

  /** Shifts, names of sets and pairs, in any order. */
  private static byte[] anyBytes(Random random) {
    String[] parts = {
      "~{", "~}", "~~", "~\n", "\n", "\r", "=;", "G(", "!!", "}~", "a", " ", "^$)A", "^$)G", "^$*H",
      "^N", "^", "$", "\u000E", "\u000F", "\u0001", "\u007F", "\u00A4"
    };
    StringBuilder bytes = new StringBuilder();
    for (int i = 1 + random.nextInt(9); i > 0; i--) {
      bytes.append(parts[random.nextInt(parts.length)]);
    }
    int from = random.nextInt(2);
    return bytes(bytes.substring(Math.min(from, bytes.length() - 1)));
  }

  @ParameterizedTest
  @MethodSource("both")
  void anyBytesAreReadTheSameForEveryCutByEveryPolicy(TextEncoding encoding) {
    Random random = new Random(122);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = anyBytes(random);
      DecoderSpec spec =
          DecoderSpec.of(encoding).onMalformed(POLICIES.get(round % POLICIES.size()));
      String expected = read(spec, Cuts.whole(bytes));
      for (List<byte[]> cut : Cuts.hostile(bytes)) {
        assertThat(read(spec, cut)).isEqualTo(expected);
      }
      List<IllFormedSequence> found = new ArrayList<>();
      DecoderSpec replacing = DecoderSpec.of(encoding).observer(found::add);
      replacing.decode(bytes);
      assertThat(spec.newValidator().validate(ByteBuffer.wrap(bytes), true))
          .isEqualTo(found.stream().findFirst());
      assertThat(found).allMatch(s -> s.bytes()[s.length() - 1] != '\n');
    }
  }

  private static String read(DecoderSpec spec, List<byte[]> pieces) {
    List<String> found = new ArrayList<>();
    TextDecoder decoder =
        spec.observer(s -> found.add(s.cause() + " " + s.byteOffset() + "+" + s.length()))
            .newDecoder();
    StringBuilder text = new StringBuilder();
    long taken = 0;
    try {
      for (byte[] piece : pieces) {
        text.append(decoder.decode(ByteBuffer.wrap(piece), false));
        taken += piece.length;
        assertThat(decoder.position() + decoder.pendingBytes()).isEqualTo(taken);
        assertThat(decoder.pendingBytes()).isLessThan(4);
      }
      text.append(decoder.decode(ByteBuffer.allocate(0), true));
    } catch (IllFormedTextException e) {
      text.append(e.decodedPrefix()).append(e.sequence());
    }
    return text + " " + found;
  }

  /**
   * {@code ^} is ESC, {@code <} SO, {@code >} SI, {@code /} LF, {@code _} a space, {@code #} A4.
   */
  @ParameterizedTest
  @CsvSource({
    "HZ, a~b, a?b, INVALID_BYTE 1+1",
    "HZ, ~{=;~!!, \u4EA4?\u3000, INVALID_BYTE 4+1",
    "HZ, a~, a?, TRUNCATED 1+1",
    "HZ, a#b, a?b, INVALID_BYTE 1+1",
    "HZ, ~{=;=, \u4EA4?, TRUNCATED 4+1",
    "HZ, ~{=/=;, ?/=;, TRUNCATED 2+1",
    "HZ, ~{=#=;~}, ??\u4EA4, 'TRUNCATED 2+1, INVALID_BYTE 3+1'",
    "HZ, ~{_=;~}a, ?\u4EA4a, INVALID_BYTE 2+1",
    "HZ, ~{x!=;~}a, ?\u4EA4a, UNMAPPED 2+2",
    "HZ, ~{=~~}=;, \u6D78=;, ''",
    "HZ, ~{~}~{=;~}, \u4EA4, ''",
    "HZ, ~}a~{~{=;~}~}b, a\u4EA4b, ''",
    "HZ, ~{=;~~=;~/=;~}b, \u4EA4~\u4EA4\u4EA4b, ''",
    "HZ, ~~{=;, ~{=;, ''",
    "ISO-2022-CN, <=;, ?=;, INVALID_BYTE 0+1",
    "ISO-2022-CN, ^N!!, ?N!!, INVALID_BYTE 0+1",
    "ISO-2022-CN, ^$)Aa/<a, a/?a, INVALID_BYTE 6+1",
    "ISO-2022-CN, ^$)E<=;, '?$)E?=;', 'INVALID_BYTE 0+1, INVALID_BYTE 4+1'",
    "ISO-2022-CN, ^$+I, ?$+I, INVALID_BYTE 0+1",
    "ISO-2022-CN, ^$(A, ?$(A, INVALID_BYTE 0+1",
    "ISO-2022-CN, ^$), ?$), TRUNCATED 0+1",
    "ISO-2022-CN, ^, ?, TRUNCATED 0+1",
    "ISO-2022-CN, ^$*H^N, ?, TRUNCATED 4+2",
    "ISO-2022-CN, ^$*H^N!, ?, TRUNCATED 4+3",
    "ISO-2022-CN, ^$*H^N/a, ?/a, TRUNCATED 4+2",
    "ISO-2022-CN, ^$*H^N!/a, ?/a, TRUNCATED 4+3",
    "ISO-2022-CN, ^$*H^N~~a, ?a, UNMAPPED 4+4",
    "ISO-2022-CN, ^$*H^N!!!!, \u4E42!!, ''",
    "ISO-2022-CN, ^$)A<^$*H^N!!=;, \u4E42\u4EA4, ''",
    "ISO-2022-CN, ^$)A<=;^$)GG(>a, \u4EA4\u4EA4a, ''",
    "ISO-2022-CN, ^$)A<~~=;, ?\u4EA4, UNMAPPED 5+2",
    "ISO-2022-CN, ^$)A<=>a, ?a, TRUNCATED 5+1",
    "ISO-2022-CN, ^$)A<_=;, ?\u4EA4, INVALID_BYTE 5+1",
    "ISO-2022-CN, ^$)A<=#=;, ??\u4EA4, 'TRUNCATED 5+1, INVALID_BYTE 6+1'",
    "ISO-2022-CN, a>b, ab, ''",
  })
  void whatIsIllFormed(String name, String bytes, String text, String found) {
    String raw = bytes.replace('<', '\u000E').replace('>', '\u000F').replace('_', ' ');
    byte[] input = bytes(raw.replace('/', '\n').replace('#', '\u00A4'));
    String expected = text.replace('?', '\uFFFD').replace('/', '\n') + " [" + found + "]";
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(name));
    for (List<byte[]> cut : Cuts.hostile(input)) {
      assertThat(read(spec, cut)).isEqualTo(expected);
    }
  }

  /** Text that would be read as a shift is not written, what is no escape in HZ is. */
  @Test
  void noTextSmugglesAShift() {
    EncoderSpec spec = EncoderSpec.of(CN).onUnmappable(UnmappablePolicy.SKIP);
    TextEncoder encoder = spec.newEncoder();
    assertThat(encoder.encode("a\u001B\u000E\u000F$)A")).isEqualTo(bytes("a$)A"));
    assertThat(encoder.illFormedCount()).isEqualTo(3);
    assertThat(written(HZ, "~{=;~}")).isEqualTo(bytes("~~{=;~~}"));
    assertThat(written(HZ, "\u9AD4")).isEqualTo(bytes("?"));
    assertThat(written(CN, "\u20AC")).isEqualTo(bytes("?"));
    assertThat(written(CN, "\u4EA4\u20AC\u4EA4"))
        .isEqualTo(bytes("^$)A\u000E=;\u000F?\u000E=;\u000F"));
  }

  /** The end needs room, and is written once. */
  @Test
  void theEndWaitsForRoom() {
    TextEncoder encoder = EncoderSpec.of(HZ).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(5);
    assertThat(encoder.encode("\u4EA4", 0, out, true)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(out.position()).isEqualTo(4);
    ByteBuffer rest = ByteBuffer.allocate(9);
    assertThat(encoder.encode("", 0, rest, true)).isEqualTo(CoderStatus.UNDERFLOW);
    encoder.encode("", 0, rest, true);
    assertThat(HexFormat.of().formatHex(rest.array(), 0, rest.position())).isEqualTo("7e7d");
  }

  /** Bytes of a character look like ASCII, an LF ends a line in any mode. */
  @ParameterizedTest
  @MethodSource("both")
  void linesAreThoseOfTheText(TextEncoding encoding) {
    List<String> expected = List.of("a\u4EA4", "\u4E2D~", "", "\u4EA4b");
    byte[] bytes = written(encoding, String.join("\n", expected));
    for (List<byte[]> cut : Cuts.hostile(bytes)) {
      Stage<ByteBuffer, String> stage =
          Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.ANY));
      List<String> lines = new ArrayList<>();
      for (byte[] piece : cut) {
        stage.offer(ByteBuffer.wrap(piece));
        drain(stage, lines);
      }
      stage.endOfInput();
      drain(stage, lines);
      assertThat(lines).isEqualTo(expected);
    }
  }

  private static void drain(Stage<ByteBuffer, String> stage, List<String> lines) {
    String line;
    while ((line = stage.poll()) != null) {
      lines.add(line);
    }
  }
}
