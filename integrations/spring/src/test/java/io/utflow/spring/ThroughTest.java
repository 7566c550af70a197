/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.utflow.codec.packing.Packing;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.TextStage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.Flux;

/** Received text goes through a stage of the application's. */
@Timeout(300)
class ThroughTest {
  private static final Supplier<TextStage<CharSequence, String>> UNPACK =
      () -> Packing.PERCENT.refuseBroken().unpacker();

  private static final CodecSpec SPEC = CodecSpec.DEFAULT.through(UNPACK);
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);

  private static Flux<DataBuffer> buffers(String... pieces) {
    return Flux.fromStream(Arrays.stream(pieces)).map(ThroughTest::buffer);
  }

  private static DataBuffer buffer(String text) {
    return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> elements(CodecSpec spec, MediaType type, String... pieces) {
    return UtflowCodecs.decoder(spec)
        .decode(buffers(pieces), STRING, type, null)
        .collectList()
        .block();
  }

  @Test
  void piecesGoThroughOneStage() {
    assertThat(String.join("", elements(SPEC, MediaType.TEXT_PLAIN, "a%C3", "%A9b")))
        .isEqualTo("a\u00E9b");
  }

  /** A stage of the application's, which yields each char by itself. */
  private static final class Chars implements TextStage<CharSequence, String> {
    private final AtomicInteger closed;
    private String rest = "";

    Chars(AtomicInteger closed) {
      this.closed = closed;
    }

    @Override
    public void offer(CharSequence input) {
      rest = input.toString();
    }

    @Override
    public void endOfInput() {}

    @Override
    public @Nullable String poll() {
      if (rest.isEmpty()) {
        return null;
      }
      String next = rest.substring(0, 1);
      rest = rest.substring(1);
      return next;
    }

    @Override
    public boolean isSpent() {
      return rest.isEmpty();
    }

    @Override
    public String takeUndelivered() {
      return rest;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void allThatAStageYieldsIsReadAndACancelClosesIt() {
    AtomicInteger closed = new AtomicInteger();
    CodecSpec spec = CodecSpec.DEFAULT.through(() -> new Chars(closed));
    assertThat(elements(spec, MediaType.TEXT_PLAIN, "abc", "de"))
        .containsExactly("a", "b", "c", "d", "e");
    closed.set(0);
    Flux<String> text =
        UtflowCodecs.decoder(spec).decode(buffers("abc"), STRING, MediaType.TEXT_PLAIN, null);
    assertThat(text.take(2).collectList().block()).containsExactly("a", "b");
    assertThat(closed).hasValue(1);
  }

  /** Each of its own: what a line leaves open is no part of the next. */
  @Test
  void linesAndWholeTextsGoThroughEachByItself() {
    CodecSpec lines = SPEC.lines(LineBreaks.LF_OR_CRLF);
    assertThat(elements(lines, MediaType.TEXT_PLAIN, "%41\n", "\n%C3\n%A9", "x"))
        .containsExactly("A", "", "\uFFFD", "\uFFFDx");
    assertThat(elements(SPEC, MediaType.APPLICATION_NDJSON, "%41\n%42")).containsExactly("A", "B");
    Decoder<String> decoder = UtflowCodecs.decoder(SPEC);
    String body = "%41" + "%42b".repeat(9000);
    assertThat(decoder.decodeToMono(buffers(body), STRING, MediaType.TEXT_PLAIN, null).block())
        .isEqualTo("A" + "Bb".repeat(9000));
    assertThat(decoder.decodeToMono(buffers(""), STRING, MediaType.TEXT_PLAIN, null).block())
        .isEmpty();
    assertThat(decoder.decode(buffer("%41"), STRING, MediaType.TEXT_PLAIN, null)).isEqualTo("A");
  }

  @Test
  void dataOfEventsGoesThroughAndJsonDoesNot() {
    ServerCodecConfigurer configurer = ServerCodecConfigurer.create();
    UtflowCodecs.register(configurer, SPEC);
    MockServerHttpRequest events =
        MockServerHttpRequest.post("/")
            .contentType(MediaType.TEXT_EVENT_STREAM)
            .body(buffers("data: %41\n\ndata: \"%42\"\n\n"));
    assertThat(read(configurer, STRING, events)).containsExactly("A", "\"B\"");
  }

  private static List<Object> read(
      ServerCodecConfigurer configurer, ResolvableType type, MockServerHttpRequest request) {
    return configurer.getReaders().stream()
        .filter(reader -> reader.canRead(type, request.getHeaders().getContentType()))
        .findFirst()
        .orElseThrow()
        .read(type, request, Map.of())
        .cast(Object.class)
        .collectList()
        .block();
  }

  @Test
  void whatTheStageThrowsIsAFailureToDecode() {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> elements(SPEC, MediaType.TEXT_PLAIN, "ab%4"))
        .withMessageStartingWith("Text refused: an escape that is not completed");
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(
            () ->
                UtflowCodecs.decoder(SPEC)
                    .decode(buffer("ab%4"), STRING, MediaType.TEXT_PLAIN, null));
  }

  @Test
  void theSpecSaysThatItHasAStage() {
    assertThat(SPEC.through()).containsSame(UNPACK);
    assertThat(CodecSpec.DEFAULT.through()).isEmpty();
    assertThat(SPEC).isEqualTo(CodecSpec.DEFAULT.through(UNPACK)).isNotEqualTo(CodecSpec.DEFAULT);
    assertThat(SPEC.hashCode()).isEqualTo(CodecSpec.DEFAULT.through(UNPACK).hashCode());
    assertThat(SPEC.toString()).contains("through");
    assertThat(SPEC.decoder(SPEC.decoder()).encoder(SPEC.encoder()).through()).isPresent();
  }
}
