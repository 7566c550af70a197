/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes {@code text/event-stream} by Spring's writer, with two changes: half of a surrogate pair
 * is never written, because {@link EventText} carries it to the next event; and each line of data
 * is written so that a reader gets it unchanged.
 */
final class EventStreamWriter implements HttpMessageWriter<Object> {
  /** Spring's writer, and what it does to blanks. */
  private record Springs(HttpMessageWriter<Object> writer, LostBlanks lost) {}

  private final CodecSpec spec;
  private final CodecConfigurer configurer;

  /** That of Spring when it was first needed: encoders may be configured until then. */
  private volatile @Nullable Springs springs;

  EventStreamWriter(CodecSpec spec, CodecConfigurer configurer) {
    this.spec = spec;
    this.configurer = configurer;
  }

  @Override
  public List<MediaType> getWritableMediaTypes() {
    return List.of(MediaType.TEXT_EVENT_STREAM);
  }

  /** Events, and of an event stream elements that may be Strings; others have writers before it. */
  @Override
  public boolean canWrite(ResolvableType elementType, @Nullable MediaType mediaType) {
    Class<?> type = elementType.toClass();
    return ServerSentEvent.class.isAssignableFrom(type)
        || (MimeTypes.isEventStream(mediaType) && type.isAssignableFrom(String.class));
  }

  @Override
  public Mono<Void> write(
      Publisher<?> input,
      ResolvableType elementType,
      @Nullable MediaType mediaType,
      ReactiveHttpOutputMessage message,
      Map<String, Object> hints) {
    Springs springs = springs();
    return springs
        .writer()
        .write(wellFormed(input, springs), elementType, mediaType, message, hints);
  }

  @Override
  public Mono<Void> write(
      Publisher<?> input,
      ResolvableType actualType,
      ResolvableType elementType,
      @Nullable MediaType mediaType,
      ServerHttpRequest request,
      ServerHttpResponse response,
      Map<String, Object> hints) {
    Springs springs = springs();
    return springs
        .writer()
        .write(
            wellFormed(input, springs),
            actualType,
            elementType,
            mediaType,
            request,
            response,
            hints);
  }

  private Springs springs() {
    Springs found = springs;
    if (found == null) {
      HttpMessageWriter<Object> writer =
          DefaultCodecs.eventWriter(configurer)
              .orElseThrow(() -> new IllegalStateException("Spring's writer of events is gone"));
      found = new Springs(writer, LostBlanks.by(writer));
      springs = found;
    }
    return found;
  }

  private Flux<Object> wellFormed(Publisher<?> input, Springs springs) {
    return Flux.defer(
        () -> {
          EventText text = new EventText(spec.encoder(), springs.lost());
          return Flux.<Object>from(input)
              .map(text::wellFormed)
              .concatWith(Flux.defer(() -> Flux.fromIterable(text.rest())));
        });
  }
}
