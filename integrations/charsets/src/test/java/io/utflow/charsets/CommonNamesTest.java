/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What names mean to those who write them; what the JDK has by some of them is another table. */
class CommonNamesTest {
  @BeforeAll
  static void theNamesAreGathered() {
    TextEncoding.names();
  }

  private static String read(TextEncoding encoding, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    String whole = DecoderSpec.of(encoding).decode(bytes);
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      TextDecoder decoder = DecoderSpec.of(encoding).newDecoder();
      StringBuilder text = new StringBuilder();
      pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
      text.append(decoder.decode(ByteBuffer.allocateDirect(0), true));
      assertThat(text).hasToString(whole);
    }
    return whole;
  }

  /** As glibc 2.36 and CPython 3.11 read them; the first of 874 as CPython does. */
  @ParameterizedTest
  @CsvSource({
    "cp949, 433A5C74, C:\\t",
    "CP949, 94EE, \uBDC1",
    "949, 5C94EE, \\\uBDC1",
    "uhc, 94EE, \uBDC1",
    "cp932, 87408160, \u2460\uFF5E",
    "932, FBFC5C7E, \u9AD9\\~",
    "cp950, A1F2, \u2295",
    "950, F9D6, \u7881",
    "cp874, 8085, \u20AC\u2026",
    "874, 91, \u2018",
    "macintosh, 8EDB, \u00E9\u20AC",
    "65001, C3A9, \u00E9",
    "1252, 80E9, \u20AC\u00E9",
    "1200, 6100, a",
    "windows-28592, B1, \u0105",
    "21866, A6, \u0456",
    "cp51949, B0A1, \uAC00",
    "1361, 8861, \uAC00",
    "50221, 1B284931, \uFF71",
    "37, C1, A",
    "latin7, B8, \u00F8",
    "ISO-8859-14, DE, \u0176",
    "iso-ir-157, E0, \u0101",
    "ebcdic-cp-be, C1, A"
  })
  void aNameMeansWhatOthersReadByIt(String name, String hex, String text) {
    assertThat(read(TextEncoding.forName(name), hex)).isEqualTo(text);
    assertThat(read(TextEncoding.ofContentType("text/plain;charset=" + name).orElseThrow(), hex))
        .isEqualTo(text);
  }

  /** A text of Windows comes through, each of its characters. */
  @ParameterizedTest
  @CsvSource({"cp949, x-windows-949", "cp932, windows-31j", "cp950, x-windows-950"})
  void theTableIsThatOfWindows(String name, String windows) {
    TextEncoding encoding = TextEncoding.forName(name);
    assertThat(encoding).isSameAs(TextEncoding.of(Charset.forName(windows)));
    assertThat(encoding.name()).isEqualTo(windows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cp949", "cp932", "cp950", "cp874"})
  void aCharsetIsReadAsThatCharset(String name) {
    Charset charset = Charset.forName(name);
    TextEncoding encoding = TextEncoding.of(charset);
    assertThat(encoding.name()).isEqualTo(charset.name());
    assertThat(encoding).isNotSameAs(TextEncoding.forName(name));
    assertThat(TextEncoding.forName(encoding.name())).isSameAs(encoding);
    for (int b = 0x20; b < 0x80; b++) {
      byte[] one = {(byte) b};
      assertThat(DecoderSpec.of(encoding).decode(one)).isEqualTo(new String(one, charset));
    }
    assertThat(EncoderSpec.of(encoding).encode("\\\u20A9")).isEqualTo("\\\u20A9".getBytes(charset));
  }

  @ParameterizedTest
  @CsvSource({
    "ibm-1390, ICU has it as ibm-1390: put com.ibm.icu:icu4j-charset on the class path",
    "CP1399, com.ibm.icu:icu4j-charset",
    "hp-roman8, com.ibm.icu:icu4j-charset",
    "viscii, neither Utflow nor this JVM",
    "iso-2022-jp-ms, neither Utflow nor this JVM",
    "KOI8-T, neither Utflow nor this JVM",
    "iso-ir-153, neither Utflow nor this JVM",
    "UTF-7, filters of ASCII do not see",
    "ansi, 'it is what a Windows system is set to'",
    "x-iscii91, the characters before decide"
  })
  void whatIsElsewhereIsSaidToBe(String name, String reason) {
    for (String spelled : List.of(name, name.toUpperCase(Locale.ROOT))) {
      assertThat(TextEncoding.find(spelled)).isEmpty();
      assertThatThrownBy(() -> TextEncoding.forName(spelled))
          .hasMessageContaining(reason)
          .hasMessageNotContaining("did you mean");
      assertThatThrownBy(() -> TextEncoding.ofContentType("text/plain;charset=" + spelled))
          .hasMessageContaining(reason);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cp_949, x-windows-949",
    "Windows_949, x-windows-949",
    "mac-roman, x-MacRoman",
    "Macintoch, x-MacRoman",
    "windwos-1252, windows-1252",
    "shift-jiss, Shift_JIS",
    // Of databases, editors and languages.
    "utf8mb3, UTF-8",
    "utf8mb4_unicode_ci, UTF-8",
    "latin1_swedish_ci, windows-1252",
    "latin1_german1_ci, windows-1252",
    "latin1_bin, windows-1252",
    "gbk_chinese_ci, GBK",
    "AL32UTF8, UTF-8",
    "AL16UTF16, UTF-16BE",
    "WE8MSWIN1252, windows-1252",
    "CL8MSWIN1251, windows-1251",
    "WE8ISO8859P15, ISO-8859-15",
    "US8PC437, IBM437",
    "CL8KOI8R, KOI8-R",
    "JA16SJISTILDE, windows-31j",
    "WIN1252, windows-1252",
    "ANSI_1252, windows-1252",
    "OEM850, IBM850",
    "utf-8-sig, UTF-8",
    "UTF-8-BOM, UTF-8",
    "shift_jis-dos, Shift_JIS",
    "ja_JP.eucJP, EUC-JP",
    "de_DE.iso885915@euro, ISO-8859-15",
    "koi8r_general_ci, KOI8-R",
    "iso-latin-2-unix, ISO-8859-2",
    "BLT8MSWIN1257, windows-1257"
  })
  void aSlipOfThePenIsFoundOut(String name, String meant) {
    assertThatThrownBy(() -> TextEncoding.forName(name))
        .hasMessageContaining("did you mean")
        .hasMessageContaining(meant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ISO-8859-17", "ISO-8859-100", "windows-12520", "UTF-61LE", "KOI8-X", "IBM1"})
  void otherNumbersAreOtherEncodings(String name) {
    assertThatThrownBy(() -> TextEncoding.forName(name)).hasMessageNotContaining("did you mean");
  }

  @Test
  void optionsOfIconvAreToldApart() {
    assertThatThrownBy(() -> TextEncoding.forName("sjis//IGNORE"))
        .hasMessageContaining("\"//IGNORE\" is iconv's")
        .hasMessageContaining("name Shift_JIS")
        .hasMessageContaining("MalformedPolicy.SKIP");
    assertThatThrownBy(() -> TextEncoding.forName("latin2//translit"))
        .hasMessageContaining("name ISO-8859-2")
        .hasMessageContaining("UnmappablePolicy");
  }
}
