/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.core.codec.Encoder;
import org.springframework.core.codec.EncodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Text to bytes, and how that differs from Spring's own encoder. */
class EncodingTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final Encoder<CharSequence> SPRINGS = CharSequenceEncoder.allMimeTypes();
  private static final Encoder<CharSequence> OURS = UtflowCodecs.encoder(CodecSpec.DEFAULT);

  @ParameterizedTest
  @EnumSource
  void aPairAcrossTwoElementsIsOneCharacter(Buffers kind) {
    assertThat(utf8(OURS, kind, "a\uD83D", "\uDE00b")).isEqualTo("a\uD83D\uDE00b");
    assertThat(utf8(SPRINGS, kind, "a\uD83D", "\uDE00b")).isEqualTo("a??b");
  }

  private static String utf8(Encoder<CharSequence> encoder, Buffers kind, String... elements) {
    byte[] bytes = bytes(encoder, kind, "text/plain;charset=utf-8", Flux.just(elements));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(
      Encoder<CharSequence> encoder,
      Buffers kind,
      String type,
      org.reactivestreams.Publisher<? extends CharSequence> text) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    encoder
        .encode(text, kind.factory(), STRING, MimeType.valueOf(type), null)
        .doOnNext(
            buffer -> {
              byte[] bytes = new byte[buffer.readableByteCount()];
              buffer.read(bytes);
              all.writeBytes(bytes);
              DataBufferUtils.release(buffer);
            })
        .blockLast();
    return all.toByteArray();
  }

  @Test
  void jsonThatNamesNoCharsetIsWrittenInUtf8() {
    EncoderSpec cp1252 = EncoderSpec.of(TextEncoding.forName("cp1252"));
    Encoder<CharSequence> legacy = UtflowCodecs.encoder(CodecSpec.DEFAULT.encoder(cp1252));
    for (Publisher<String> text : List.of(Flux.just("\u20AC"), Mono.just("\u20AC"))) {
      assertThat(bytes(legacy, Buffers.HEAP, "application/json", text))
          .containsExactly(0xE2, 0x82, 0xAC);
      assertThat(bytes(legacy, Buffers.HEAP, "application/json;charset=windows-1252", text))
          .containsExactly(0x80);
      assertThat(bytes(legacy, Buffers.HEAP, "text/plain", text)).containsExactly(0x80);
    }
  }

  /** What the Content-Type says is what the bytes are. */
  @Test
  void jsonThatNamesNoCharsetIsToldToBeUtf8() {
    EncoderSpec utf16 = EncoderSpec.of(TextEncoding.UTF_16BE);
    ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
    UtflowCodecs.register(codecs, CodecSpec.DEFAULT.encoder(utf16));
    Map<String, String> told =
        Map.of(
            "application/json", "application/json;charset=UTF-8",
            "application/problem+json;charset=UTF-16LE",
                "application/problem+json;charset=UTF-16LE",
            "text/plain", "text/plain;charset=UTF-16BE");
    told.forEach(
        (asked, named) -> {
          MediaType media = MediaType.parseMediaType(asked);
          MockServerHttpResponse response = new MockServerHttpResponse();
          @SuppressWarnings("unchecked")
          HttpMessageWriter<String> writer =
              (HttpMessageWriter<String>)
                  codecs.getWriters().stream()
                      .filter(each -> each.canWrite(STRING, media))
                      .findFirst()
                      .orElseThrow();
          writer.write(Mono.just("\u20AC"), STRING, media, response, Map.of()).block();
          MediaType written = response.getHeaders().getContentType();
          assertThat(written).hasToString(named);
          DataBuffer body = DataBufferUtils.join(response.getBody()).block();
          assertThat(body.toString(written.getCharset())).isEqualTo("\u20AC");
        });
  }

  @Test
  void aMarkIsWrittenOnce() {
    byte[] ours = bytes(OURS, Buffers.HEAP, "text/plain;charset=utf-16", Flux.just("a", "b"));
    assertThat(ours).containsExactly(0xFE, 0xFF, 0, 'a', 0, 'b');
    byte[] springs = bytes(SPRINGS, Buffers.HEAP, "text/plain;charset=utf-16", Flux.just("a", "b"));
    assertThat(springs).containsExactly(0xFE, 0xFF, 0, 'a', 0xFE, 0xFF, 0, 'b');
  }

  /** The JDK's charsets by these names are IBM's, in which the backslash is a won or a yen sign. */
  @ParameterizedTest
  @ValueSource(strings = {"cp949", "\"CP949\"", "'cp949'", "cp932", "cp950"})
  void aNameMeansTheTableThatAReaderMeansByIt(String name) {
    assertThat(bytes(OURS, Buffers.HEAP, "text/plain;charset=" + name, Flux.just("\\")))
        .containsExactly('\\');
  }

  @ParameterizedTest
  @EnumSource
  void aMonoIsOneBuffer(Buffers kind) {
    String text = "a\u00E9\u4E2D\uD83D\uDE00".repeat(10_000);
    for (String charset : List.of("UTF-8", "UTF-16", "UTF-16LE", "GB18030")) {
      MimeType type = MimeType.valueOf("text/plain;charset=" + charset);
      List<DataBuffer> buffers =
          OURS.encode(Mono.just(text), kind.factory(), STRING, type, null).collectList().block();
      assertThat(buffers).hasSize(1);
      assertThat(buffers.get(0).toString(Charset.forName(charset))).isEqualTo(text);
      DataBufferUtils.release(buffers.get(0));
    }
  }

  @Test
  void whatBecomesLongerFits() {
    Encoder<CharSequence> references =
        UtflowCodecs.encoder(
            CodecSpec.DEFAULT.encoder(
                EncoderSpec.of(TextEncoding.UTF_8)
                    .onUnmappable(UnmappablePolicy.DECIMAL_REFERENCE)));
    byte[] bytes =
        bytes(
            references,
            Buffers.HEAP,
            "text/plain;charset=iso-8859-1",
            Mono.just("\u4E2D".repeat(1000)));
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).isEqualTo("&#20013;".repeat(1000));
  }

  @ParameterizedTest
  @EnumSource
  void unpairedSurrogatesAreAFailureIfTheSpecSaysSo(Buffers kind) {
    Encoder<CharSequence> strict =
        UtflowCodecs.encoder(
            CodecSpec.DEFAULT.encoder(
                EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT)));
    StepVerifier.create(
            strict
                .encode(Flux.just("\uDE00"), kind.factory(), STRING, null, null)
                .doOnNext(DataBufferUtils::release))
        .verifyError(EncodingException.class);
    assertThatThrownBy(() -> strict.encodeValue("\uDE00", kind.factory(), STRING, null, null))
        .isInstanceOf(EncodingException.class);
  }

  @Test
  void whatIsNotTextOrHasAnotherWriterIsLeftToIt() {
    ResolvableType builder = ResolvableType.forClass(StringBuilder.class);
    assertThat(OURS.canEncode(STRING, null)).isTrue();
    assertThat(OURS.canEncode(STRING, MediaType.APPLICATION_JSON)).isTrue();
    assertThat(OURS.canEncode(STRING, MediaType.TEXT_EVENT_STREAM)).isFalse();
    assertThat(OURS.canEncode(STRING, MimeType.valueOf("text/plain;charset=x-ISCII91"))).isFalse();
    assertThat(OURS.canEncode(builder, MediaType.TEXT_PLAIN)).isTrue();
    assertThat(OURS.canEncode(builder, MediaType.APPLICATION_JSON)).isFalse();
    assertThat(OURS.canEncode(ResolvableType.forClass(Integer.class), null)).isFalse();
  }

  @Test
  void theDefaultTypeNamesTheDefaultEncoding() {
    Encoder<CharSequence> utf16 =
        UtflowCodecs.encoder(CodecSpec.DEFAULT.encoder(EncoderSpec.of(TextEncoding.UTF_16LE)));
    assertThat(utf16.getEncodableMimeTypes().get(0))
        .isEqualTo(MimeType.valueOf("text/plain;charset=UTF-16LE"));
    Encoder<CharSequence> ofTheWeb =
        UtflowCodecs.encoder(
            CodecSpec.DEFAULT.encoder(EncoderSpec.of(TextEncoding.forWebLabel("latin1"))));
    assertThat(ofTheWeb.getEncodableMimeTypes().get(0))
        .isEqualTo(MimeType.valueOf("text/plain;charset=windows-1252"));
    assertThat(OURS.getEncodableMimeTypes()).isEqualTo(SPRINGS.getEncodableMimeTypes());
  }
}
