/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.util.MimeType;
import reactor.test.StepVerifier;

/** Bodies whose type names no charset, in the encoding that is found out. */
class DetectedBodyTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String TEXT = "\u4E00\u3001\u6982\u8FF0 \u00E9\nsecond\n";

  private final List<Detected> told = new ArrayList<>();
  private final CodecSpec spec =
      CodecSpec.DEFAULT.detection(
          Detection.unmarkedElse(UTF_8.bom(BomPolicy.SNIFF)).observer(told::add));

  private static MimeType type(String name) {
    return name == null ? null : MimeType.valueOf(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void textWithoutACharsetIsFoundOut(String charset) throws Exception {
    byte[] all = TEXT.getBytes(charset);
    StringBodyDecoder decoder = new StringBodyDecoder(spec);
    StringBodyDecoder lines = new StringBodyDecoder(spec.lines(LineBreaks.ANY));
    for (String name : new String[] {"text/plain", "text/csv", null}) {
      for (List<byte[]> cut : Cuts.hostile(all)) {
        Buffers.Given given = Buffers.POOLED_DIRECT.given(cut);
        assertThat(decoder.decodeToMono(given.flux(), STRING, type(name), null).block())
            .isEqualTo(TEXT);
        given.assertReleased();
        Buffers.Given again = Buffers.HEAP.given(cut);
        assertThat(
                decoder
                    .decode(again.flux(), STRING, type(name), null)
                    .reduce(String::concat)
                    .block())
            .isEqualTo(TEXT);
        Buffers.Given split = Buffers.HEAP.given(cut);
        assertThat(lines.decode(split.flux(), STRING, type(name), null).collectList().block())
            .containsExactlyElementsOf(TEXT.lines().toList());
      }
      for (Buffers kind : List.of(Buffers.HEAP, Buffers.POOLED_DIRECT)) {
        Buffers.Given given = kind.given(List.of(all));
        assertThat(decoder.decode(given.flux().blockFirst(), STRING, type(name), null))
            .isEqualTo(TEXT);
        given.assertReleased();
      }
    }
    assertThat(told)
        .hasSize(3 * (3 * Cuts.hostile(all).size() + 2))
        .allMatch(found -> found.encoding().name().equals(charset));
  }

  @Test
  void aCharsetThatIsNamedIsBelievedAndJsonIsUtf8() {
    byte[] all = "a\0b\0".getBytes(StandardCharsets.US_ASCII);
    StringBodyDecoder decoder = new StringBodyDecoder(spec);
    for (String name :
        List.of(
            "text/plain;charset=utf-8",
            "application/json",
            "application/x-ndjson",
            "application/json-seq",
            "application/geo+json-seq")) {
      Buffers.Given given = Buffers.HEAP.given(List.of(all));
      assertThat(decoder.decodeToMono(given.flux(), STRING, type(name), null).block())
          .isEqualTo("a\0b\0");
      Buffers.Given pieces = Buffers.HEAP.given(List.of(all));
      assertThat(
              decoder
                  .decode(pieces.flux(), STRING, type(name), null)
                  .reduce(String::concat)
                  .block())
          .isEqualTo("a\0b\0");
    }
    assertThat(told).isEmpty();
  }

  @Test
  void whatIsIllFormedFailsAsOtherwise() {
    DecoderSpec strict = UTF_8.onMalformed(MalformedPolicy.REPORT);
    StringBodyDecoder decoder =
        new StringBodyDecoder(CodecSpec.DEFAULT.detection(Detection.unmarkedElse(strict)));
    byte[] wrong = {'h', 'e', 'l', 'l', 'o', (byte) 0xFF};
    Buffers.Given given = Buffers.POOLED_DIRECT.given(List.of(wrong));
    StepVerifier.create(decoder.decodeToMono(given.flux(), STRING, null, null))
        .expectError(DecodingException.class)
        .verify();
    given.assertReleased();
  }

  @Test
  void theDetectionIsAPartOfTheSpec() {
    Detection detection = Detection.unmarkedElse(UTF_8);
    CodecSpec detecting = CodecSpec.DEFAULT.detection(detection);
    assertThat(detecting.detection()).contains(detection);
    assertThat(CodecSpec.DEFAULT.detection()).isEmpty();
    assertThat(detecting)
        .isNotEqualTo(CodecSpec.DEFAULT)
        .isEqualTo(CodecSpec.DEFAULT.detection(detection))
        .hasSameHashCodeAs(CodecSpec.DEFAULT.detection(detection));
    assertThat(detecting.lines(LineBreaks.ANY).detection()).contains(detection);
    assertThat(detecting.toString()).contains(detection.toString());
  }
}
