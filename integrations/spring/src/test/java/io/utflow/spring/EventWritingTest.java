/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractEncoder;
import org.springframework.core.codec.EncodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Event streams, as a server writes them. */
class EventWritingTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final ResolvableType EVENT = ResolvableType.forClass(ServerSentEvent.class);
  private static final String TEXT = "a\uD83D\uDE00\u4E2D\uD83D\uDC69\u200D\uD83D\uDE80z";

  private static String written(Buffers kind, CodecSpec spec, ResolvableType type, Flux<?> events) {
    ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
    UtflowCodecs.register(codecs, spec);
    return written(kind, codecs, type, events);
  }

  /** By the first writer that can, as Spring does. */
  @SuppressWarnings("unchecked")
  static String written(
      Buffers kind, ServerCodecConfigurer codecs, ResolvableType type, Flux<?> events) {
    MediaType stream = MediaType.TEXT_EVENT_STREAM;
    HttpMessageWriter<Object> writer =
        (HttpMessageWriter<Object>)
            codecs.getWriters().stream()
                .filter(each -> each.canWrite(type, stream))
                .findFirst()
                .orElseThrow();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    MockServerHttpResponse response = new MockServerHttpResponse(kind.factory());
    response.setWriteHandler(
        body ->
            body.doOnNext(
                    buffer -> {
                      byte[] bytes = new byte[buffer.readableByteCount()];
                      buffer.read(bytes);
                      all.writeBytes(bytes);
                      DataBufferUtils.release(buffer);
                    })
                .then());
    writer.write((Publisher<Object>) events, type, stream, response, Map.of()).block();
    return all.toString(StandardCharsets.UTF_8);
  }

  /** The first writer for events is ours, and says what it writes. */
  @Test
  void eventsAreWrittenAsEventStreams() {
    ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
    UtflowCodecs.register(codecs);
    HttpMessageWriter<?> first =
        codecs.getWriters().stream()
            .filter(writer -> writer.canWrite(EVENT, MediaType.TEXT_EVENT_STREAM))
            .findFirst()
            .orElseThrow();
    assertThat(first).isInstanceOf(EventStreamWriter.class);
    assertThat(first.getWritableMediaTypes()).containsExactly(MediaType.TEXT_EVENT_STREAM);
  }

  private static CodecSpec on(MalformedPolicy policy) {
    return CodecSpec.DEFAULT.encoder(EncoderSpec.of(TextEncoding.UTF_8).onMalformed(policy));
  }

  /** What a client makes of them. */
  private static List<String> data(String stream) {
    Buffers.Given given = Buffers.HEAP.given(List.of(stream.getBytes(StandardCharsets.UTF_8)));
    return Messages.byUtflow()
        .<String>elements(STRING, "text/event-stream", given.flux())
        .collectList()
        .block();
  }

  /** All ways to cut in two, with an empty element between, and char by char. */
  private static List<List<String>> cuts(String text) {
    List<List<String>> cuts = new ArrayList<>();
    for (int at = 0; at <= text.length(); at++) {
      cuts.add(List.of(text.substring(0, at), text.substring(at)));
      cuts.add(List.of(text.substring(0, at), "", text.substring(at)));
    }
    cuts.add(text.chars().mapToObj(Character::toString).toList());
    return cuts;
  }

  private static List<ServerSentEvent<String>> events(List<String> data) {
    return data.stream().map(text -> ServerSentEvent.builder(text).event("token").build()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void whereverTextIsCutEachElementIsOneEventAndTheTextIsTheSame(Buffers kind) {
    for (List<String> cut : cuts(TEXT)) {
      List<String> read = data(written(kind, CodecSpec.DEFAULT, STRING, Flux.fromIterable(cut)));
      assertThat(read).as(cut::toString).hasSameSizeAs(cut);
      assertThat(String.join("", read)).isEqualTo(TEXT);
      String events = written(kind, CodecSpec.DEFAULT, EVENT, Flux.fromIterable(events(cut)));
      assertThat(data(events)).isEqualTo(read);
      assertThat(events.lines().filter("event:token"::equals)).hasSameSizeAs(cut);
    }
  }

  @Test
  void theHalfLiesBeforeTheDataOfTheNextEvent() {
    Flux<String> halves = Flux.just("a\uD83D", "\uDE00b");
    assertThat(written(Buffers.HEAP, CodecSpec.DEFAULT, STRING, halves))
        .isEqualTo("data:a\n\ndata:\uD83D\uDE00b\n\n");
    assertThat(written(Buffers.HEAP, ServerCodecConfigurer.create(), STRING, halves))
        .isEqualTo("data:a?\n\ndata:?b\n\n");
  }

  /** The policy does to all events of a stream what it does to their text as one. */
  @ParameterizedTest
  @EnumSource
  void unpairedSurrogatesAreThePolicys(Buffers kind) {
    String unpaired = "\uDE00a\uD83D\uD83D\uDE00b\uDE00\n\uD83D";
    for (MalformedPolicy policy :
        List.of(
            MalformedPolicy.REPLACE, MalformedPolicy.SKIP, MalformedPolicy.replaceWith("<?>"))) {
      CodecSpec spec = on(policy);
      String expected = new String(spec.encoder().encode(unpaired), StandardCharsets.UTF_8);
      for (List<String> cut : cuts(unpaired)) {
        for (String stream :
            List.of(
                written(kind, spec, STRING, Flux.fromIterable(cut)),
                written(kind, spec, EVENT, Flux.fromIterable(events(cut))))) {
          assertThat(String.join("", data(stream))).as("%s %s", policy, cut).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void whatIsHeldAtTheEndIsAnEventOfItsOwn() {
    Flux<String> half = Flux.just("a\uD83D");
    assertThat(written(Buffers.HEAP, on(MalformedPolicy.REPLACE), STRING, half))
        .isEqualTo("data:a\n\ndata:\uFFFD\n\n");
    assertThat(written(Buffers.HEAP, on(MalformedPolicy.SKIP), STRING, half))
        .isEqualTo("data:a\n\n");
    assertThat(
            written(
                Buffers.HEAP,
                on(MalformedPolicy.REPLACE),
                EVENT,
                Flux.fromIterable(events(List.of("\uD83D")))))
        .isEqualTo("event:token\ndata:\n\nevent:token\ndata:\uFFFD\n\n");
    assertThatThrownBy(() -> written(Buffers.HEAP, on(MalformedPolicy.REPORT), STRING, half))
        .isInstanceOf(EncodingException.class)
        .hasMessageContaining("at char 1");
  }

  /** Of another type, without data, or with data that is no String. */
  @Test
  void whatComesBetweenIsNotTouched() {
    Flux<ServerSentEvent<?>> events =
        Flux.just(
            ServerSentEvent.builder("a\uD83D").event("token").id("1").build(),
            ServerSentEvent.builder().comment("idle").build(),
            ServerSentEvent.builder("{}").event("usage").build(),
            ServerSentEvent.builder(Map.of("b", 1)).event("token").build(),
            ServerSentEvent.builder("plain").build(),
            ServerSentEvent.builder("\uDE00c")
                .event("token")
                .id("2")
                .retry(Duration.ofMillis(5))
                .comment("last")
                .build());
    assertThat(written(Buffers.HEAP, CodecSpec.DEFAULT, EVENT, events))
        .isEqualTo(
            "id:1\nevent:token\ndata:a\n\n"
                + ":idle\n\n"
                + "event:usage\ndata:{}\n\n"
                + "event:token\ndata:{\"b\":1}\n\n"
                + "data:plain\n\n"
                + "id:2\nevent:token\nretry:5\n:last\ndata:\uD83D\uDE00c\n\n");
  }

  /** Boot asks customizers of the application behind ours. */
  @Test
  void encodersMayBeConfiguredAfterwards() {
    ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
    UtflowCodecs.register(codecs);
    codecs.defaultCodecs().serverSentEventEncoder(new Size());
    for (ResolvableType type :
        List.of(EVENT, ResolvableType.forClassWithGenerics(ServerSentEvent.class, Map.class))) {
      Flux<?> events = Flux.just(ServerSentEvent.builder(Map.of("b", 1)).build());
      assertThat(written(Buffers.HEAP, codecs, type, events)).isEqualTo("data:1\n\n");
    }
  }

  /** Writes how many entries a map has. */
  private static final class Size extends AbstractEncoder<Map<?, ?>> {
    @Override
    public Flux<DataBuffer> encode(
        Publisher<? extends Map<?, ?>> input,
        DataBufferFactory factory,
        ResolvableType elementType,
        MimeType mimeType,
        Map<String, Object> hints) {
      throw new UnsupportedOperationException();
    }

    @Override
    public DataBuffer encodeValue(
        Map<?, ?> map,
        DataBufferFactory factory,
        ResolvableType elementType,
        MimeType mimeType,
        Map<String, Object> hints) {
      return factory.wrap(String.valueOf(map.size()).getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void whatIsHeldIsOfOneStream() {
    ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
    UtflowCodecs.register(codecs);
    assertThat(written(Buffers.HEAP, codecs, STRING, Flux.just("\uD83D")))
        .isEqualTo("data:\n\ndata:\uFFFD\n\n");
    assertThat(written(Buffers.HEAP, codecs, STRING, Flux.just("\uDE00")))
        .isEqualTo("data:\uFFFD\n\n");
  }

  /** Nothing follows what fails, and the half that was held is not made up for. */
  @Test
  void aFailureOfTheSourceIsPassedOn() {
    Flux<String> failing = Flux.just("a\uD83D").concatWith(Mono.error(new IllegalStateException()));
    assertThatThrownBy(() -> written(Buffers.HEAP, CodecSpec.DEFAULT, STRING, failing))
        .isInstanceOf(IllegalStateException.class);
  }

  /** A stream may have a new type for each event, and no end. */
  @Test
  void aTypeForWhichNothingWaitsIsForgotten() {
    EventText text = new EventText(CodecSpec.DEFAULT.encoder(), new LostBlanks(true, true));
    for (int at = 0; at < 100; at++) {
      String type = "job-" + at;
      text.wellFormed(ServerSentEvent.builder("a\uD83D").event(type).build());
      assertThat(text.waiting).containsOnlyKeys(type);
      text.wellFormed(ServerSentEvent.builder("").event(type).build());
      assertThat(text.waiting).containsOnlyKeys(type);
      text.wellFormed(ServerSentEvent.builder("\uDE00b\r").event(type).build());
      assertThat(text.waiting).containsOnlyKeys(type);
      text.wellFormed(ServerSentEvent.builder("\nc").event(type).build());
      assertThat(text.waiting).isEmpty();
    }
    assertThat(text.rest()).isEmpty();
  }

  /** Of a limited policy all types of a stream use up one limit. */
  @Test
  void thePolicyCountsOverTheWholeStream() {
    List<ServerSentEvent<String>> events = new ArrayList<>();
    for (String type : List.of("a", "b", "c", "d")) {
      events.add(ServerSentEvent.builder("\uDE00" + type + "\uD83D").event(type).build());
    }
    CodecSpec enough = on(MalformedPolicy.REPLACE.atMost(8));
    assertThat(data(written(Buffers.HEAP, enough, EVENT, Flux.fromIterable(events))))
        .containsExactly(
            "\uFFFDa", "\uFFFDb", "\uFFFDc", "\uFFFDd", "\uFFFD", "\uFFFD", "\uFFFD", "\uFFFD");
    CodecSpec tooFew = on(MalformedPolicy.REPLACE.atMost(7));
    assertThatThrownBy(() -> written(Buffers.HEAP, tooFew, EVENT, Flux.fromIterable(events)))
        .isInstanceOf(EncodingException.class);
  }

  /** The last event is read as it was meant, too. */
  @Test
  void whatReplacesTheLastHalfKeepsItsBlankAndIsOneLineEnd() {
    Flux<String> blank = Flux.just("a\uD83D");
    assertThat(data(written(Buffers.HEAP, on(MalformedPolicy.replaceWith(" ?")), STRING, blank)))
        .containsExactly("a", " ?");
    Flux<String> lineEnd = Flux.just("a\r", "\uD83D");
    assertThat(
            String.join(
                "",
                data(
                    written(
                        Buffers.HEAP, on(MalformedPolicy.replaceWith("\nb")), STRING, lineEnd))))
        .isEqualTo("a\nb");
  }

  /** A CR that ends an event and an LF after a half that is left out are one line end. */
  @Test
  void aLineEndIsOneAlsoAroundAHalf() {
    Flux<String> cut = Flux.just("a\r", "\uD83D", "\nb");
    assertThat(String.join("", data(written(Buffers.HEAP, on(MalformedPolicy.SKIP), STRING, cut))))
        .isEqualTo("a\nb");
  }
}
