/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.testing.DeclaredBody;
import io.utflow.codec.testing.NeedsCharsets;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What headers say of the encoding, and text in headers. */
class ContentTypeTest {

  @Test
  void theCharsetIsFound() {
    for (String header :
        List.of(
            "text/html;charset=utf-16be",
            "text/html; charset=UTF-16BE",
            "Text/HTML;Charset=\"utf-16be\"",
            "text/html; charset=\"utf\\-16be\"",
            " text/html ; charset=\"utf-16be\" ; x=y",
            "text/html; a=b; CHARSET=utf-16be",
            "text/html; a=\";charset=utf-8\"; charset=utf-16be",
            "text/html; a=\"\\\";charset=utf-8\"; charset=utf-16be",
            "text/html;; =; charset=; charset=utf-16be; charset=utf-8",
            "text/html; charset; charset=utf-16be",
            "text/html; charset=\"utf-16be",
            "text/html; charset=\"utf-16be\"junk; charset=utf-8",
            "text/html;\tcharset=utf-16be \t")) {
      assertThat(TextEncoding.ofContentType(header)).as(header).contains(TextEncoding.UTF_16BE);
    }
  }

  @Test
  void oneHeaderHasOneMeaning() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    for (DeclaredBody body : DeclaredBody.headers()) {
      assertThat(read(body, utf8)).as(body.contentType()).isEqualTo(body.text());
    }
    for (BomPolicy policy : List.of(BomPolicy.PER_ENCODING, BomPolicy.STRIP)) {
      for (DeclaredBody body : DeclaredBody.marked()) {
        assertThat(read(body, utf8.bom(policy))).as(body.contentType()).isEqualTo(body.text());
      }
    }
  }

  private static String read(DeclaredBody body, DecoderSpec spec) {
    TextEncoding declared = TextEncoding.ofContentType(body.contentType()).orElseThrow();
    return spec.declared(declared).decode(body.bytes());
  }

  /** The order that is named holds where no mark is dropped by rule, and where there is none. */
  @Test
  void theOrderThatIsNamedHoldsOtherwise() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    byte[] plain = "a".getBytes(StandardCharsets.UTF_16LE);
    byte[] marked = "\uFEFFa".getBytes(StandardCharsets.UTF_16LE);
    for (BomPolicy policy : BomPolicy.values()) {
      if (policy != BomPolicy.REQUIRE) {
        assertThat(utf8.bom(policy).declared(TextEncoding.UTF_16LE).decode(plain)).isEqualTo("a");
      }
    }
    assertThat(utf8.bom(BomPolicy.KEEP).declared(TextEncoding.UTF_16LE).decode(marked))
        .isEqualTo("\uFEFFa");
    assertThat(utf8.startingAt(2).declared(TextEncoding.UTF_16LE).decode(marked))
        .isEqualTo("\uFEFFa");
    assertThat(utf8.declared(TextEncoding.UTF_8)).isSameAs(utf8);
  }

  /** HTTP whitespace is SP, HTAB, LF and CR; what else is blank is part of where it stands. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%stext/html; charset=utf-8",
        "text/html%s; charset=utf-8",
        "text/html;%scharset=utf-8",
        "text/html; charset=utf-8%s",
        "text%s/html; charset=utf-8",
        "text/html; charset=\"%sutf-8\"",
        "text/html; charset=utf-8%s; a=b"
      })
  void onlyHttpWhiteSpaceIsBlank(String header) {
    for (String blank : List.of("\f", "\u000B", "\u001C", "\u2028", "\u3000")) {
      assertThat(TextEncoding.ofContentType(header.formatted(blank))).as(header).isEmpty();
    }
    boolean inside = header.startsWith("text%s");
    for (String blank : List.of(" ", "\t", "\r\n ", " \n\t\r")) {
      if (!inside && (blank.strip().isEmpty() && blank.length() == 1 || !header.contains("\""))) {
        assertThat(TextEncoding.ofContentType(header.formatted(blank)))
            .as(header)
            .contains(TextEncoding.UTF_8);
      }
    }
  }

  @Test
  void withoutACharsetThereIsNone() {
    for (String header :
        List.of(
            "",
            "text/html",
            "text",
            "charset=utf-8",
            "text html; charset=utf-8",
            "/html; charset=utf-8",
            "text/; charset=utf-8",
            "text/html; charset",
            "text/html; charset=",
            "text/html; charset=''; charset=\"\"",
            "text/html; a=\"\\",
            "text/html, charset=utf-8",
            "multipart/mixed; boundary=\"; charset=utf-8\"")) {
      assertThat(TextEncoding.ofContentType(header)).as(header).isEmpty();
    }
    assertThatExceptionOfType(UnsupportedCharsetException.class)
        .isThrownBy(() -> TextEncoding.ofContentType("text/plain; charset=uft-8"))
        .withMessageContaining("did you mean utf-8");
  }

  /** A label is explained as the name that it is, too. */
  @Test
  void whyALabelNamesNoEncodingIsSaid() {
    String reason = catchThrowable(() -> TextEncoding.forName("utf-8//IGNORE")).getMessage();
    assertThatExceptionOfType(UnsupportedCharsetException.class)
        .isThrownBy(() -> TextEncoding.forWebLabel("utf-8//IGNORE"))
        .withMessage(reason);
    assertThatExceptionOfType(UnsupportedCharsetException.class)
        .isThrownBy(() -> TextEncoding.ofContentType("text/plain; charset=utf-8//IGNORE"))
        .withMessage(reason);
  }

  @Test
  @SuppressWarnings("NullAway")
  void nullIsRefused() {
    assertThatNullPointerException()
        .isThrownBy(() -> TextEncoding.ofContentType(null))
        .withMessage("contentType");
  }

  /** Byte order mark, protocol, hint, default: the order of browsers. */
  @Test
  void aMarkComesBeforeTheHeaderAndTheHeaderBeforeAHint() {
    byte[] marked = EncoderSpec.of(TextEncoding.UTF_16LE).bom(BomOutput.ALWAYS).encode("\u20AC");
    assertThat(decoded("text/plain; charset=utf-8", "utf-16be", marked)).isEqualTo("\u20AC");
    byte[] plain = EncoderSpec.of(TextEncoding.UTF_16LE).encode("\u20AC");
    assertThat(decoded("text/plain; charset=utf-16le", "utf-8", plain)).isEqualTo("\u20AC");
    assertThat(decoded("text/plain", "utf-16le", plain)).isEqualTo("\u20AC");
    assertThat(decoded("text/plain", "?", "\u20AC".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("\u20AC");
  }

  /** RFC 2781, §4.3; the label of the web is little-endian. */
  @Test
  void utf16WithoutAMarkIsBigEndian() {
    for (String name : List.of("utf-16", "UTF-16", "\"utf-16\"", " utf-16 ")) {
      String header = "text/plain;charset=" + name.strip();
      assertThat(TextEncoding.ofContentType(header)).containsSame(TextEncoding.UTF_16);
    }
    assertThat(TextEncoding.forWebLabel("utf-16")).isSameAs(TextEncoding.UTF_16LE);
    DecoderSpec declared = DecoderSpec.of(declared("utf-16"));
    assertThat(declared.decode(new byte[] {0, 'a'})).isEqualTo("a");
    assertThat(declared.decode(new byte[] {-1, -2, 'a', 0})).isEqualTo("a");
    assertThat(declared.decode(new byte[] {-2, -1, 0, 'a'})).isEqualTo("a");
  }

  @Test
  void whatIsNoLabelIsAName() {
    assertThat(declared("utf-32")).isSameAs(TextEncoding.UTF_32);
    assertThat(declared("UTF-32LE")).isSameAs(TextEncoding.UTF_32LE);
    assertThat(declared("cesu-8")).isSameAs(UnicodeVariants.CESU_8);
    assertThat(declared("utf_16be")).isSameAs(TextEncoding.UTF_16BE);
  }

  /** Latin-1 that is windows-1252: what pages have by that name. */
  @Test
  void labelsAreReadAsBrowsersDo() {
    for (String label : List.of("latin1", "iso-8859-1", "us-ascii", "windows-1252")) {
      assertThat(DecoderSpec.of(declared(label)).decode(new byte[] {(byte) 0x80}))
          .as(label)
          .isEqualTo("\u20AC");
    }
  }

  @Test
  @NeedsCharsets
  void legacyLabelsAreReadAsBrowsersDo() {
    byte[] bytes = HexFormat.of().parseHex("80F0408790");
    assertThat(DecoderSpec.of(declared("Shift_JIS")).decode(bytes)).isEqualTo("\u0080\uE000\u2252");
    assertThat(declared("ibm037")).isSameAs(TextEncoding.forName("IBM037"));
    assertThat(TextEncoding.of(Charset.forName("Shift_JIS")))
        .isSameAs(TextEncoding.forName("Shift_JIS"))
        .isNotSameAs(declared("Shift_JIS"));
  }

  private static TextEncoding declared(String charset) {
    return TextEncoding.ofContentType("text/plain; charset=" + charset).orElseThrow();
  }

  private static String decoded(String header, String hint, byte[] bytes) {
    Optional<TextEncoding> declared = TextEncoding.ofContentType(header);
    TextEncoding encoding = declared.or(() -> TextEncoding.find(hint)).orElse(TextEncoding.UTF_8);
    return DecoderSpec.of(encoding).bom(BomPolicy.SNIFF).decode(bytes);
  }

  @Test
  void aCharsetIsTakenWhereAnEncodingIs() {
    assertThat(DecoderSpec.of(StandardCharsets.UTF_16LE))
        .isEqualTo(DecoderSpec.of(TextEncoding.UTF_16LE));
    assertThat(EncoderSpec.of(StandardCharsets.UTF_16LE))
        .isEqualTo(EncoderSpec.of(TextEncoding.UTF_16LE));
    assertThat(DecoderSpec.of(Charset.forName("CESU-8")).encoding())
        .isSameAs(UnicodeVariants.CESU_8);
  }
}
