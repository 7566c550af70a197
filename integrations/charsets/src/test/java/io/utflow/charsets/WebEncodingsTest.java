/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The single bytes of the web, and byte 80 of GBK, by the indexes of the standard. */
class WebEncodingsTest {
  /**
   * For each index its bytes that are no character, and the hash of the string of all characters
   * from byte 80 on, U+FFFD for none.
   */
  private static final String INDEXES =
      """
      IBM866 9EB49CB6
      ISO-8859-2 EC9276E5
      ISO-8859-3 7ADAFBD1 A5 AE BE C3 D0 E3 F0
      ISO-8859-4 DB4E770C
      ISO-8859-5 55865484
      ISO-8859-6 4268288E A1-A3 A5-AB AE-BA BC-BE C0 DB-DF F3-FF
      ISO-8859-7 3CCB0A4C AE D2 FF
      ISO-8859-8 46DDAF09 A1 BF-DE FB-FC FF
      ISO-8859-8-I 46DDAF09 A1 BF-DE FB-FC FF
      ISO-8859-10 6F976329
      ISO-8859-13 221E6633
      ISO-8859-14 29099C37
      ISO-8859-15 DE2A643C
      ISO-8859-16 47D4E938
      KOI8-R A157C75C
      KOI8-U 4FD5EAD0
      macintosh 0D4FD0C1
      windows-874 BB8664C2 DB-DE FC-FF
      windows-1250 3ED6B5B6
      windows-1251 681922BC
      windows-1252 E7AA304A
      windows-1253 BC5A80F2 AA D2 FF
      windows-1254 59039E22
      windows-1255 17AEFA7E D9-DF FB-FC FF
      windows-1256 1531E525
      windows-1257 BBE13B27 A1 A5
      windows-1258 6FC3DA2D
      x-mac-cyrillic BCCD5297
      """;

  /** What neither is a control nor as the JDK has it. */
  private static final Map<String, String> CHARACTERS =
      Map.of(
          "KOI8-U AE", "\u045E",
          "KOI8-U BE", "\u040E",
          "windows-1255 CA", "\u05BA",
          "x-mac-cyrillic FF", "\u20AC",
          "ISO-8859-10 BD", "\u2015",
          "ISO-8859-14 A1", "\u1E02");

  /** All bytes, and some ASCII between the others. */
  private static final byte[] ALL = new byte[0x180];

  static {
    for (int i = 0; i < 0x100; i++) {
      ALL[i] = (byte) i;
    }
    for (int i = 0; i < 0x40; i++) {
      ALL[0x100 + 2 * i] = (byte) (0x80 + 2 * i);
      ALL[0x101 + 2 * i] = 'a';
    }
  }

  static List<String> indexes() {
    return INDEXES.lines().toList();
  }

  private static List<Integer> none(String index) {
    return Arrays.stream(index.split(" ")).skip(2).flatMap(range -> bytes(range).boxed()).toList();
  }

  private static IntStream bytes(String range) {
    String[] ends = range.split("-");
    int first = HexFormat.fromHexDigits(ends[0]);
    return IntStream.rangeClosed(first, HexFormat.fromHexDigits(ends[ends.length - 1]));
  }

  private static TextEncoding encoding(String index) {
    return TextEncoding.forWebLabel(index.split(" ")[0]);
  }

  private static String decoded(TextEncoding encoding, List<byte[]> pieces) {
    TextDecoder decoder = DecoderSpec.of(encoding).newDecoder();
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)).toString();
  }

  private static String each(TextEncoding encoding) {
    StringBuilder text = new StringBuilder();
    for (int b = 0; b < 0x100; b++) {
      text.append(decoded(encoding, List.of(new byte[] {(byte) b})));
    }
    return text.toString();
  }

  private static byte[] written(TextEncoding encoding, String text) {
    return EncoderSpec.of(encoding).encode(text);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void allBytesAreThoseOfTheIndex(String index) {
    String text = each(encoding(index));
    assertThat(text).hasSize(0x100);
    for (int b = 0; b < 0x80; b++) {
      assertThat(text.charAt(b)).isEqualTo((char) b);
    }
    List<Integer> none =
        IntStream.range(0, 0x100).filter(b -> text.charAt(b) == '\uFFFD').boxed().toList();
    assertThat(none).isEqualTo(none(index));
    assertThat("%08X".formatted(text.substring(0x80).hashCode())).isEqualTo(index.split(" ")[1]);
  }

  @Test
  void controlsAndCharactersThatTheJdkHasNot() {
    for (int b : new int[] {0x81, 0x8D, 0x8F, 0x90, 0x9D}) {
      assertThat(each(TextEncoding.forWebLabel("latin1")).charAt(b)).isEqualTo((char) b);
    }
    CHARACTERS.forEach(
        (place, character) -> {
          String[] parts = place.split(" ");
          byte[] bytes = HexFormat.of().parseHex(parts[1]);
          assertThat(decoded(encoding(parts[0]), List.of(bytes))).isEqualTo(character);
          assertThat(written(encoding(parts[0]), character)).isEqualTo(bytes);
        });
    // What the JDK has in their place is nowhere.
    assertThat(written(encoding("x-mac-cyrillic"), "\u00A4")).isEqualTo(new byte[] {'?'});
    assertThat(written(encoding("KOI8-U"), "\u255D\u256C")).isEqualTo(new byte[] {'?', '?'});
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void everyCutAndEverySurfaceReadsTheSame(String index) {
    TextEncoding encoding = encoding(index);
    String each = each(encoding);
    StringBuilder expected = new StringBuilder();
    for (byte b : ALL) {
      expected.append(each.charAt(b & 0xFF));
    }
    String text = expected.toString();
    for (List<byte[]> pieces : Cuts.hostile(ALL)) {
      assertThat(decoded(encoding, pieces)).isEqualTo(text);
    }
    assertThat(DecoderSpec.of(encoding).decode(ALL)).isEqualTo(text);
    byte[] utf8 = new byte[4 * ALL.length];
    ByteBuffer out = ByteBuffer.wrap(utf8);
    DecoderSpec.of(encoding)
        .newTranscoder(EncoderSpec.of(TextEncoding.UTF_8))
        .transcode(ByteBuffer.wrap(ALL), out, true);
    assertThat(Arrays.copyOf(utf8, out.position())).isEqualTo(written(TextEncoding.UTF_8, text));
    assertThat(lines(encoding)).isEqualTo(text.split("[\r\n]", -1).length - 1);
  }

  /** The lines are found in the bytes: CR and LF stand alone. */
  private static int lines(TextEncoding encoding) {
    assertThat(Encoding.of(encoding).form().standsAlone('\n')).isTrue();
    Stage<ByteBuffer, String> stage =
        Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.ANY));
    int lines = 0;
    stage.offer(ByteBuffer.wrap(ALL));
    while (stage.poll() != null) {
      lines++;
    }
    return lines;
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void whatIsReadIsWrittenAndNothingElse(String index) {
    TextEncoding encoding = encoding(index);
    String each = each(encoding);
    for (int c = 0; c <= 0xFFFF; c++) {
      int b = c == 0xFFFD || Character.isSurrogate((char) c) ? -1 : each.indexOf(c);
      assertThat(Encoding.of(encoding).form().canEncode(c)).as("%04X", c).isEqualTo(b >= 0);
      if (b >= 0) {
        assertThat(written(encoding, String.valueOf((char) c))).isEqualTo(new byte[] {(byte) b});
      }
    }
    String text = each.replace("\uFFFD", "");
    byte[] bytes = written(encoding, text);
    assertThat(bytes).hasSize(text.length());
    assertThat(decoded(encoding, Cuts.bytewise(bytes))).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void aValidatorFindsTheBytesThatAreNone(String index) {
    List<Integer> none = none(index);
    for (int b = 0; b < 0x100; b++) {
      TextValidator validator = DecoderSpec.of(encoding(index)).newValidator();
      Optional<IllFormedSequence> found =
          validator.validate(ByteBuffer.wrap(new byte[] {'a', (byte) b, 'b'}), true);
      assertThat(found.map(IllFormedSequence::byteOffset))
          .isEqualTo(none.contains(b) ? Optional.of(1L) : Optional.empty());
    }
  }

  @Test
  void namesAreFoundAgainAndTheJdksAreTheJdks() {
    List<String> ofTheWeb = new ArrayList<>();
    for (String index : INDEXES.lines().toList()) {
      TextEncoding encoding = encoding(index);
      assertThat(TextEncoding.forName(encoding.toString())).isSameAs(encoding);
      if (encoding.name().equals("web-" + encoding.nameForPeers())) {
        ofTheWeb.add(encoding.nameForPeers());
      }
    }
    assertThat(ofTheWeb)
        .containsExactly(
            "ISO-8859-8-I",
            "ISO-8859-10",
            "ISO-8859-14",
            "KOI8-U",
            "macintosh",
            "windows-874",
            "windows-1250",
            "windows-1251",
            "windows-1252",
            "windows-1253",
            "windows-1254",
            "windows-1255",
            "windows-1257",
            "windows-1258",
            "x-mac-cyrillic");
    byte[] bytes = {(byte) 0x81};
    for (TextEncoding jdk :
        List.of(
            TextEncoding.forName("windows-1252"),
            TextEncoding.of(Charset.forName("windows-1252")))) {
      assertThat(jdk.name()).isEqualTo("windows-1252");
      assertThat(DecoderSpec.of(jdk).decode(bytes)).isEqualTo("\uFFFD");
    }
    assertThat(TextEncoding.find("web-windows-1256")).isEmpty();
    assertThat(TextEncoding.forName("WEB-WINDOWS-1252").nameForPeers()).isEqualTo("windows-1252");
  }

  @ParameterizedTest
  @CsvSource({"gbk, 80", "gb2312, 80", "gb18030, A2E3"})
  void theEuroIsByte80InChinese(String label, String euro) {
    TextEncoding encoding = TextEncoding.forWebLabel(label);
    assertThat(TextEncoding.forName(encoding.toString())).isSameAs(encoding);
    byte[] bytes = HexFormat.of().parseHex("80 41 80 d6d0 8080 80 0a 8140 80".replace(" ", ""));
    String expected = "\u20ACA\u20AC\u4E2D" + decoded(encoding, List.of(hex("8080"))) + "\u20AC\n";
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      assertThat(decoded(encoding, pieces)).isEqualTo(expected + "\u4E02\u20AC");
    }
    byte[] lone = {(byte) 0x80};
    assertThat(DecoderSpec.of(encoding).newValidator().validate(ByteBuffer.wrap(lone), true))
        .isEmpty();
    assertThat(written(encoding, "\u20AC")).isEqualTo(hex(euro));
    assertThat(written(encoding, "a\u4E2D\u20AC\u4E2Db"))
        .isEqualTo(hex("61D6D0" + euro + "D6D062"));
  }

  /** The standard's encoder of GBK has no sequences of four bytes; its decoder has. */
  @Test
  void gbkIsReadAsGb18030AndWrittenInTwoBytes() {
    TextEncoding gbk = TextEncoding.forWebLabel("gbk");
    TextEncoding gb18030 = TextEncoding.forWebLabel("gb18030");
    assertThat(decoded(gbk, List.of(hex("81308130")))).isEqualTo("\u0080");
    assertThat(written(gb18030, "\u0080")).isEqualTo(hex("81308130"));
    assertThat(written(gbk, "\u0080\uD83D\uDE00b")).isEqualTo(hex("3F3F62"));
    assertThat(gbk.maxBytesPerChar()).isEqualTo(2);
    assertThat(TextEncoding.forName("GBK")).isNotSameAs(gbk);
    byte[] lone = {(byte) 0x80};
    assertThat(DecoderSpec.of(TextEncoding.forName("GB18030")).decode(lone)).isEqualTo("\uFFFD");
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
