/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Cuts;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.codec.DecoderHttpMessageReader;
import org.springframework.util.MimeType;
import reactor.test.StepVerifier;

/** JSON in charsets that Jackson does not read. */
class JsonTest {
  private static final ResolvableType MAP = ResolvableType.forClass(Map.class);
  private static final List<Object> VALUES =
      List.of(Map.of("a", "\u00E9"), Map.of("b", "\u00FF,\n"));
  private static final String STREAM = "[{\"a\":\"\u00E9\"},\n{\"b\":\"\u00FF,\\n\"}]";

  private static String type(String charset) {
    return "application/json;charset=" + charset;
  }

  @ParameterizedTest
  @EnumSource
  void isReadInAnyCharsetAndCut(Buffers kind) {
    Messages messages = Messages.byUtflow();
    for (String charset :
        List.of("UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "ISO-8859-1", "windows-1252")) {
      for (List<byte[]> cut : Cuts.hostile(STREAM.getBytes(Charset.forName(charset)))) {
        Buffers.Given given = kind.given(cut);
        assertThat(messages.elements(MAP, type(charset), given.flux()).collectList().block())
            .as(charset)
            .isEqualTo(VALUES);
        assertThat(
                messages
                    .whole(ResolvableType.forClass(List.class), type(charset), given.flux())
                    .block())
            .as(charset)
            .isEqualTo(VALUES);
        given.assertReleased();
      }
    }
  }

  /** spring-framework#37195, of 6.2 and 7.0. */
  @ParameterizedTest
  @ValueSource(strings = {"ISO-8859-1", "windows-1252"})
  void bySpringAWholeOfAnotherCharsetIsNotRead(String charset) {
    Buffers.Given given = Buffers.HEAP.given(List.of(STREAM.getBytes(Charset.forName(charset))));
    StepVerifier.create(
            Messages.bySpring()
                .whole(ResolvableType.forClass(List.class), type(charset), given.flux()))
        .verifyError(DecodingException.class);
  }

  /** Spring looks for a delimiter that UTF-16 text never holds. */
  @Test
  void bySpringAStreamInUtf16IsBufferedWhole() {
    byte[] stream = "{\"a\":1}\n".repeat(20_000).getBytes(Charset.forName("UTF-16"));
    Buffers.Given given = Buffers.HEAP.given(Cuts.every(stream, 8192));
    StepVerifier.create(Messages.bySpring().elements(MAP, type("UTF-16"), given.flux()))
        .verifyError(DataBufferLimitException.class);
    StepVerifier.create(Messages.byUtflow().elements(MAP, type("UTF-16"), given.flux()))
        .expectNextCount(20_000)
        .verifyComplete();
  }

  @Test
  void aMarkIsNoPartOfIt() {
    for (String charset : List.of("UTF-8", "UTF-16LE", "UTF-32BE")) {
      byte[] marked = ("\uFEFF" + STREAM).getBytes(Charset.forName(charset));
      Buffers.Given given = Buffers.HEAP.given(List.of(marked));
      assertThat(
              Messages.byUtflow()
                  .whole(ResolvableType.forClass(List.class), type(charset), given.flux())
                  .block())
          .as(charset)
          .isEqualTo(VALUES);
    }
  }

  @ParameterizedTest
  @EnumSource
  void illFormedTextIsAFailure(Buffers kind) {
    byte[] unpaired = {0, '"', (byte) 0xD8, 0, 0, '"'};
    ResolvableType object = ResolvableType.forClass(Object.class);
    Buffers.Given given = kind.given(Cuts.bytewise(unpaired));
    StepVerifier.create(Messages.byUtflow().whole(object, type("UTF-16BE"), given.flux()))
        .verifyError(DecodingException.class);
    StepVerifier.create(Messages.byUtflow().elements(object, type("UTF-16BE"), given.flux()))
        .verifyError(DecodingException.class);
    given.assertReleased();
  }

  @Test
  void aBufferIsAWholeText() {
    DecoderHttpMessageReader<?> reader =
        (DecoderHttpMessageReader<?>) Messages.byUtflow().reader(MAP, type("UTF-16"));
    Decoder<?> decoder = reader.getDecoder();
    Buffers.Given given =
        Buffers.COMPOSITE.given(List.of("{\"a\":1}".getBytes(Charset.forName("UTF-16"))));
    DataBuffer buffer = given.flux().blockFirst();
    assertThat((Object) decoder.decode(buffer, MAP, MimeType.valueOf(type("UTF-16")), null))
        .isEqualTo(Map.of("a", 1));
    given.assertReleased();
  }

  @Test
  void theLimitIsSprings() {
    Messages messages =
        Messages.with(
            codecs -> {
              UtflowCodecs.register(codecs);
              codecs.defaultCodecs().maxInMemorySize(5);
            });
    for (String charset : List.of("UTF-8", "UTF-16LE")) {
      byte[] seven = "{\"a\":1}".getBytes(Charset.forName(charset));
      Buffers.Given given = Buffers.POOLED_DIRECT.given(Cuts.bytewise(seven));
      for (Publisher<?> read :
          List.of(
              messages.whole(MAP, type(charset), given.flux()),
              messages.elements(MAP, type(charset), given.flux()))) {
        StepVerifier.create(read).verifyErrorSatisfies(JsonTest::assertHasNoStatus);
        given.assertReleased();
      }
    }
  }

  /** What another server sent is no fault of a caller. */
  private static void assertHasNoStatus(Throwable failure) {
    assertThat(failure).isExactlyInstanceOf(DataBufferLimitException.class);
  }

  @Test
  void anUnknownCharsetHasNoReader() {
    assertThat(
            Messages.byUtflow().codecs().getReaders().stream()
                .anyMatch(
                    reader ->
                        reader.canRead(
                            MAP,
                            org.springframework.http.MediaType.parseMediaType(
                                type("x-JISAutoDetect")))))
        .isFalse();
  }
}
