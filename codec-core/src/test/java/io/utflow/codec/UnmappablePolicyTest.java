/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.OverEncodings;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of characters that the encoding cannot encode. */
@OverEncodings
class UnmappablePolicyTest {
  private static final Charset CHARSET = Charset.forName("windows-1252");
  private static final TextEncoding TARGET = TextEncoding.forName("web-windows-1252");
  private static final String TEXT = "a\uD83D\uDE00b\u20ACc\u2192";

  private static final Map<UnmappablePolicy, String> WRITTEN =
      Map.of(
          UnmappablePolicy.REPLACE,
          "a?b\u20ACc?",
          UnmappablePolicy.SKIP,
          "ab\u20ACc",
          UnmappablePolicy.DECIMAL_REFERENCE,
          "a&#128512;b\u20ACc&#8594;",
          UnmappablePolicy.HEX_REFERENCE,
          "a&#x1F600;b\u20ACc&#x2192;",
          UnmappablePolicy.replaceWith("[no]"),
          "a[no]b\u20ACc[no]");

  static List<Charset> writtenCharsets() {
    return CharsetSamples.all().stream().filter(Charset::canEncode).toList();
  }

  /** FE FE of x-IBM834, which is no character, as well as the question mark of most. */
  @ParameterizedTest
  @MethodSource("writtenCharsets")
  void byDefaultTheReplacementOfTheCharsetIsWritten(Charset charset) {
    TextEncoding encoding = TextEncoding.of(charset);
    String unmapped = "\uDBFF\uDFFE";
    byte[] written = EncoderSpec.of(encoding).encode(unmapped);
    assertThat(written).isNotEmpty();
    if (!charset.name().startsWith("ISO-2022")) {
      assertThat(written).isEqualTo(unmapped.getBytes(charset));
    }
    DecoderSpec utf16 = DecoderSpec.of(TextEncoding.UTF_16BE);
    ByteBuffer in = ByteBuffer.wrap(unmapped.getBytes(StandardCharsets.UTF_16BE));
    ByteBuffer out = ByteBuffer.allocate(16);
    utf16.newTranscoder(EncoderSpec.of(encoding)).transcode(in, out, true);
    assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(written);
  }

  static Stream<UnmappablePolicy> policies() {
    return WRITTEN.keySet().stream();
  }

  private static EncoderSpec spec(UnmappablePolicy policy) {
    return EncoderSpec.of(TARGET).onUnmappable(policy);
  }

  /** UCS-2 cannot encode supplementary characters, x-user-defined few others than ASCII. */
  @Test
  void encodingsOfUnicodeWithGapsGoByThePolicyToo() {
    for (TextEncoding target : Encodings.present("UCS-2LE", "x-user-defined")) {
      boolean wide = target == UnicodeVariants.UCS_2LE;
      List<IllFormedSequence> observed = new ArrayList<>();
      EncoderSpec spec =
          EncoderSpec.of(target)
              .onUnmappable(UnmappablePolicy.HEX_REFERENCE)
              .observer(observed::add);
      String text = "a\uF78Ab\uD83D\uDE00c";
      String expected = "a\uF78Ab&#x1F600;c";
      assertThat(DecoderSpec.of(target).decode(spec.encode(text))).isEqualTo(expected);
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      TextTranscoder transcoder = DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(spec);
      byte[] written = transcoded(transcoder, utf8);
      assertThat(DecoderSpec.of(target).decode(written)).isEqualTo(expected);
      assertThat(observed)
          .extracting(IllFormedSequence::cause)
          .containsOnly(IllFormedCause.UNMAPPABLE)
          .hasSize(2);
      assertThatExceptionOfType(IllFormedTextException.class)
          .isThrownBy(() -> spec.onUnmappable(UnmappablePolicy.REPORT).encode(text))
          .withMessageContaining("D83DDE00 (U+1F600)");
      String own = wide ? "\uFFFD" : "?";
      byte[] replaced = EncoderSpec.of(target).encode(text);
      assertThat(DecoderSpec.of(target).decode(replaced)).isEqualTo("a\uF78Ab" + own + "c");
    }
  }

  /** An unpaired surrogate is not unmappable: it is ill-formed where it is written. */
  @Test
  void unpairedSurrogatesOfWtf8StayIllFormed() {
    byte[] wtf8 = {'a', (byte) 0xED, (byte) 0xA0, (byte) 0xBD, 'b'};
    Map.of(TARGET, "a?b", UnicodeVariants.UCS_2BE, "a\uFFFDb")
        .forEach(
            (target, expected) -> {
              List<IllFormedSequence> observed = new ArrayList<>();
              TextTranscoder transcoder =
                  DecoderSpec.of(UnicodeVariants.WTF_8)
                      .observer(observed::add)
                      .newTranscoder(EncoderSpec.of(target).onUnmappable(UnmappablePolicy.REPORT));
              byte[] written = transcoded(transcoder, wtf8);
              assertThat(DecoderSpec.of(target).decode(written)).isEqualTo(expected);
              assertThat(observed)
                  .extracting(IllFormedSequence::cause)
                  .containsExactly(IllFormedCause.UNPAIRED_HIGH_SURROGATE);
            });
  }

  private static byte[] transcoded(TextTranscoder transcoder, byte[] all) {
    ByteBuffer out = ByteBuffer.allocate(100);
    CoderStatus status = transcoder.transcode(ByteBuffer.wrap(all), out, true);
    assertThat(status).isEqualTo(CoderStatus.UNDERFLOW);
    return Arrays.copyOf(out.array(), out.position());
  }

  /** The same with every cut, and with room for a byte or four at a time. */
  @ParameterizedTest
  @MethodSource("policies")
  void theTextOfThePolicyIsWritten(UnmappablePolicy policy) {
    String expected = WRITTEN.get(policy);
    String text = "x".repeat(40) + TEXT + "y".repeat(300) + TEXT.repeat(3);
    String all = "x".repeat(40) + expected + "y".repeat(300) + expected.repeat(3);
    for (int length = 1; length < 20; length++) {
      TextEncoder encoder = spec(policy).newEncoder();
      StringBuilder written = new StringBuilder();
      for (int from = 0; from < text.length(); from += length) {
        String piece = text.substring(from, Math.min(text.length(), from + length));
        written.append(new String(encoder.encode(piece), CHARSET));
      }
      written.append(new String(encoder.finish(), CHARSET));
      assertThat(written.toString()).isEqualTo(all);
      assertThat(encoder.illFormedCount()).isEqualTo(8);
      assertThat(encoder.position()).isEqualTo(text.length());
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    for (BufferKind kind : BufferKind.values()) {
      for (List<byte[]> pieces : List.of(Cuts.whole(utf8), Cuts.bytewise(utf8))) {
        TextTranscoder transcoder = DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(spec(policy));
        assertThat(transcoded(transcoder, pieces, kind)).isEqualTo(all);
        assertThat(transcoder.illFormedCount()).isEqualTo(8);
        assertThat(transcoder.position()).isEqualTo(utf8.length);
      }
    }
  }

  private static String transcoded(
      TextTranscoder transcoder, List<byte[]> pieces, BufferKind kind) {
    StringBuilder written = new StringBuilder();
    ByteBuffer out = ByteBuffer.allocate(4);
    List<byte[]> all = new ArrayList<>(pieces);
    all.add(new byte[0]);
    for (int i = 0; i < all.size(); i++) {
      ByteBuffer in = kind.of(all.get(i));
      CoderStatus status;
      do {
        status = transcoder.transcode(in, out, i == all.size() - 1);
        written.append(new String(out.array(), 0, out.position(), CHARSET));
        out.clear();
      } while (status == CoderStatus.OVERFLOW);
    }
    return written.toString();
  }

  @Test
  void isReportedBehindTheTextBefore() {
    TextEncoder encoder = spec(UnmappablePolicy.REPORT).newEncoder();
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> encoder.encode(TEXT))
        .satisfies(e -> assertEmoji(e.sequence(), 1, "D83DDE00"))
        .withMessageContaining("UNMAPPABLE at char 1 of the text to encode: D83DDE00 (U+1F600)");
    assertThat(encoder.takeEncodedPrefix()).isEqualTo(new byte[] {'a'});
    assertThat(encoder.position()).isEqualTo(3);
  }

  @Test
  void isReportedAcrossACut() {
    TextEncoder encoder = spec(UnmappablePolicy.REPORT).newEncoder();
    assertThat(encoder.encode("a\uD83D")).isEqualTo(new byte[] {'a'});
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> encoder.encode("\uDE00"))
        .satisfies(e -> assertEmoji(e.sequence(), 1, "D83DDE00"));
  }

  /** A transcoder tells where it stands in the bytes of the source. */
  @Test
  void isReportedByATranscoderWithTheBytesOfTheSource() {
    byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> pieces : List.of(Cuts.whole(utf8), Cuts.bytewise(utf8))) {
      TextTranscoder transcoder =
          DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(spec(UnmappablePolicy.REPORT));
      ByteBuffer out = ByteBuffer.allocate(20);
      assertThatExceptionOfType(IllFormedTextException.class)
          .isThrownBy(
              () -> pieces.forEach(p -> transcoder.transcode(ByteBuffer.wrap(p), out, false)))
          .satisfies(
              e -> {
                assertEmoji(e.sequence(), 1, "F09F9880");
                assertThat(e.sequence().encoding()).isSameAs(TextEncoding.UTF_8);
              });
      assertThat(out.position()).isEqualTo(1);
      assertThat(transcoder.position()).isEqualTo(5);
    }
  }

  private static void assertEmoji(IllFormedSequence sequence, long offset, String hex) {
    assertThat(sequence.cause()).isEqualTo(IllFormedCause.UNMAPPABLE);
    assertThat(Math.max(sequence.byteOffset(), sequence.charOffset())).isEqualTo(offset);
    assertThat(sequence.diagnosticValue()).isEqualTo(0x1F600);
    assertThat(HexFormat.of().withUpperCase().formatHex(sequence.bytes())).isEqualTo(hex);
  }

  @Test
  void theObserverOfTheEncoderSeesEach() {
    List<IllFormedSequence> seen = new ArrayList<>();
    List<IllFormedSequence> malformed = new ArrayList<>();
    spec(UnmappablePolicy.SKIP).observer(seen::add).newEncoder().encode(TEXT + "\uD800.");
    assertThat(seen.stream().map(IllFormedSequence::cause).collect(Collectors.toList()))
        .containsExactly(
            IllFormedCause.UNMAPPABLE,
            IllFormedCause.UNMAPPABLE,
            IllFormedCause.UNPAIRED_HIGH_SURROGATE);
    seen.clear();
    byte[] bytes = "\u2192\0".getBytes(StandardCharsets.UTF_8);
    bytes[3] = (byte) 0xFF;
    DecoderSpec.of(TextEncoding.UTF_8)
        .observer(malformed::add)
        .newTranscoder(spec(UnmappablePolicy.SKIP).observer(seen::add))
        .transcode(ByteBuffer.wrap(bytes), ByteBuffer.allocate(9), true);
    assertThat(seen).hasSize(1);
    assertThat(malformed).hasSize(1);
  }

  /** A budget for ill-formed text is not used up by text that is well-formed. */
  @Test
  void noBudgetCountsIt() {
    TextEncoder encoder =
        spec(UnmappablePolicy.SKIP).onMalformed(MalformedPolicy.SKIP.atMost(1)).newEncoder();
    assertThat(encoder.encode(TEXT + "\uD800.")).isEqualTo("ab\u20ACc.".getBytes(CHARSET));
    assertThat(encoder.illFormedCount()).isEqualTo(3);
  }

  /**
   * U+FFFD for an unpaired surrogate cannot be encoded either; it is neither counted nor reported.
   */
  @Test
  void whatReplacesAnUnpairedSurrogateIsReplacedAgain() {
    for (UnmappablePolicy policy : List.of(UnmappablePolicy.REPLACE, UnmappablePolicy.REPORT)) {
      TextEncoder encoder = spec(policy).newEncoder();
      assertThat(encoder.encode("\uDC00")).isEqualTo(new byte[] {'?'});
      assertThat(encoder.illFormedCount()).isEqualTo(1);
    }
    assertThat(spec(UnmappablePolicy.DECIMAL_REFERENCE).newEncoder().encode("\uDC00"))
        .isEqualTo("&#65533;".getBytes(CHARSET));
  }

  @Test
  void whatHasNoPlaceItselfIsRefused() {
    EncoderSpec spec = EncoderSpec.of(TARGET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.onUnmappable(UnmappablePolicy.replaceWith("\u2192")))
        .withMessageContaining("U+2192")
        .withMessageContaining("windows-1252 does not have");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.onMalformed(MalformedPolicy.replaceWith("\u2192")))
        .withMessageContaining("U+2192");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.bom(BomOutput.ALWAYS))
        .withMessageContaining("no byte order mark");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EncoderSpec.of(TextEncoding.forName("x-JIS0208"))
                    .onUnmappable(UnmappablePolicy.HEX_REFERENCE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnmappablePolicy.replaceWith("\uD800"))
        .withMessageContaining("unpaired");
  }

  /** As the JDK does, in each charset. */
  @Test
  @NeedsCharsets
  void theDefaultWritesTheReplacementOfTheCharset() {
    for (String name : CharsetSamples.SAMPLE) {
      Charset charset = Charset.forName(name);
      String unmapped = "\uDBFF\uDFFE";
      TextEncoder encoder = EncoderSpec.of(TextEncoding.of(charset)).newEncoder();
      byte[] start = encoder.encode(unmapped);
      byte[] end = encoder.finish();
      byte[] all = Arrays.copyOf(start, start.length + end.length);
      System.arraycopy(end, 0, all, start.length, end.length);
      assertThat(new String(all, charset))
          .as(name)
          .isEqualTo(new String(unmapped.getBytes(charset), charset));
    }
  }

  @Test
  void aSpecKnowsItsPolicy() {
    EncoderSpec spec = spec(UnmappablePolicy.HEX_REFERENCE);
    assertThat(spec.onUnmappable()).isEqualTo(UnmappablePolicy.HEX_REFERENCE);
    assertThat(spec)
        .isEqualTo(spec(UnmappablePolicy.HEX_REFERENCE))
        .isNotEqualTo(spec(UnmappablePolicy.SKIP));
    assertThat(spec.toString()).contains("unmappable HEX_REFERENCE");
    assertThat(EncoderSpec.of(TARGET).onUnmappable()).isEqualTo(UnmappablePolicy.REPLACE);
  }

  /** One sequence of the source is two characters, of which the target has the first. */
  @Test
  @NeedsCharsets
  void theCharacterBeforeOneWithoutAPlaceIsNotLost() {
    EncoderSpec to =
        EncoderSpec.of(TextEncoding.forName("Shift_JIS")).onUnmappable(UnmappablePolicy.REPORT);
    TextTranscoder transcoder =
        DecoderSpec.of(TextEncoding.forName("x-SJIS_0213")).newTranscoder(to);
    ByteBuffer out = ByteBuffer.allocate(9);
    byte[] sequence = {'a', (byte) 0x82, (byte) 0xF5};
    assertThatThrownBy(() -> transcoder.transcode(ByteBuffer.wrap(sequence), out, true))
        .isInstanceOf(IllFormedTextException.class)
        .hasMessageContaining("UNMAPPABLE at byte 1");
    assertThat(Arrays.copyOf(out.array(), out.position()))
        .isEqualTo(new byte[] {'a', (byte) 0x82, (byte) 0xA9});
  }
}
