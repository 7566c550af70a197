/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Cuts;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.StringDecoder;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What the page says of Spring's own decoder of strings. */
class DifferencesTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final Decoder<String> SPRINGS = StringDecoder.allMimeTypes();
  private static final Decoder<String> LINES =
      UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.ANY));

  private static Flux<String> elements(Decoder<String> decoder, String charset, String text) {
    Buffers.Given given =
        Buffers.HEAP.given(Cuts.every(text.getBytes(Charset.forName(charset)), 8192));
    return decoder.decode(
        given.flux(), STRING, MimeType.valueOf("text/plain;charset=" + charset), null);
  }

  private static List<String> all(Decoder<String> decoder, String charset, String text) {
    return elements(decoder, charset, text).collectList().block();
  }

  @Test
  void textWithoutALineBreakIsKeptUpToTheLimit() {
    String text = "a".repeat(300_000);
    StepVerifier.create(elements(SPRINGS, "UTF-8", text))
        .verifyError(DataBufferLimitException.class);
    StepVerifier.create(
            elements(UtflowCodecs.decoder(CodecSpec.DEFAULT), "UTF-8", text).reduce(String::concat))
        .expectNext(text)
        .verifyComplete();
  }

  @Test
  void inUtf16NoLineIsFound() {
    assertThat(all(SPRINGS, "UTF-16", "a\nb")).containsExactly("a\nb");
    assertThat(all(LINES, "UTF-16", "a\nb")).containsExactly("a", "b");
  }

  @Test
  void inUtf16BeALineEndsInsideACharacter() {
    assertThat(all(SPRINGS, "UTF-16BE", "\u0100\u0A00")).hasSize(2);
    assertThat(all(LINES, "UTF-16BE", "\u0100\u0A00")).containsExactly("\u0100\u0A00");
  }

  @Test
  void aMarkIsText() {
    assertThat(all(SPRINGS, "UTF-8", "\uFEFFa")).containsExactly("\uFEFFa");
    assertThat(all(LINES, "UTF-8", "\uFEFFa")).containsExactly("a");
  }
}
