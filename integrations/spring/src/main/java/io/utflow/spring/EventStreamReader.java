/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.reactor.DataBufferText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.CodecException;
import org.springframework.core.codec.Decoder;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.codec.ServerSentEventHttpMessageReader;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads {@code text/event-stream} as the HTML standard interprets it; data of other types than
 * {@code String} is decoded. It extends Spring's reader, so that Spring sets the limit on it.
 */
final class EventStreamReader extends ServerSentEventHttpMessageReader {
  /** The only charset that the standard knows. */
  private static final MediaType UTF_8 =
      new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

  /** How long an event of a client may be, if nothing is set: the program has chosen its peer. */
  private static final int OF_CHOSEN_PEER = 1 << 24;

  private final DecoderSpec bytes;
  private final StringBodyDecoder whole;
  private final ReceivedText received;
  private final List<HttpMessageReader<?>> others;

  /** Whether the limit that Spring bounds buffers by was set. */
  private boolean isBounded;

  /**
   * A reader.
   *
   * @param data decodes data; without one there are Strings only
   * @param others the readers that Spring asks before its own reader of events: those of bytes
   */
  EventStreamReader(CodecSpec spec, @Nullable Decoder<?> data, List<HttpMessageReader<?>> others) {
    super(data);
    this.others = others;
    this.bytes = Charsets.reading(UTF_8, null, spec.decoder());
    this.whole = new StringBodyDecoder(spec);
    this.received = new ReceivedText(spec);
  }

  /** Bytes, buffers and resources stay raw: this reader is asked before those that read them. */
  @Override
  public boolean canRead(ResolvableType elementType, @Nullable MediaType mediaType) {
    return super.canRead(elementType, mediaType)
        && (isOfEvents(elementType)
            || elementType.resolve() == String.class
            || others.stream().noneMatch(other -> other.canRead(elementType, mediaType)));
  }

  private static boolean isOfEvents(ResolvableType elementType) {
    return ServerSentEvent.class.isAssignableFrom(elementType.toClass());
  }

  /** Called by Spring if the application has set a limit. */
  @Override
  public void setMaxInMemorySize(int byteCount) {
    isBounded = true;
    super.setMaxInMemorySize(byteCount);
    whole.setMaxInMemorySize(byteCount);
  }

  @Override
  public Flux<Object> read(
      ResolvableType elementType, ReactiveHttpInputMessage message, Map<String, Object> hints) {
    if (!isOfEvents(elementType)) {
      return events(message, false).mapNotNull(event -> data(event.data(), elementType, hints));
    }
    ResolvableType dataType = elementType.getGeneric();
    return events(message, true).map(event -> wrapped(event, dataType, hints));
  }

  private Flux<io.utflow.codec.sse.ServerSentEvent> events(
      ReactiveHttpInputMessage message, boolean all) {
    if (message instanceof ClientHttpResponse answer && !isEventStream(answer)) {
      return NoEventStream.read(answer);
    }
    EventSpec events = EventSpec.DEFAULT.maxChars(bound(message)).keepAll(all);
    return message
        .getBody()
        .transform(
            DataBufferText.through(() -> new BodyStage<>(EventStages.decode(bytes, events))));
  }

  private static boolean isEventStream(ClientHttpResponse answer) {
    return answer.getStatusCode().value() == HttpStatus.OK.value()
        && MimeTypes.isEventStream(answer.getHeaders().getContentType());
  }

  private int bound(ReactiveHttpInputMessage message) {
    if (isBounded) {
      return getMaxInMemorySize() < 0 ? Integer.MAX_VALUE : Math.max(1, getMaxInMemorySize());
    }
    return message instanceof ClientHttpResponse ? OF_CHOSEN_PEER : EventSpec.DEFAULT.maxChars();
  }

  private Object wrapped(
      io.utflow.codec.sse.ServerSentEvent event,
      ResolvableType dataType,
      Map<String, Object> hints) {
    ServerSentEvent.Builder<Object> builder = ServerSentEvent.builder();
    if (event.hasId()) {
      // Not that of an event before: a proxy would write it again.
      event.id().ifPresent(builder::id);
    }
    event.retry().ifPresent(builder::retry);
    event.comment().ifPresent(builder::comment);
    if (event.hasType()) {
      builder.event(event.type());
    }
    Object data = event.hasData() ? data(event.data(), dataType, hints) : null;
    if (data != null) {
      builder.data(data);
    }
    return builder.build();
  }

  private @Nullable Object data(String text, ResolvableType type, Map<String, Object> hints) {
    if (type.resolve() == String.class) {
      return received.whole(text);
    }
    Decoder<?> decoder = getDecoder();
    if (decoder == null) {
      throw new CodecException("No decoder for the data of events, and " + type + " is no String");
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return decoder.decode(
        DefaultDataBufferFactory.sharedInstance.wrap(utf8),
        type,
        MediaType.TEXT_EVENT_STREAM,
        hints);
  }

  /** The stream as it stands. */
  @Override
  public Mono<Object> readMono(
      ResolvableType elementType, ReactiveHttpInputMessage message, Map<String, Object> hints) {
    return elementType.resolve() == String.class
        ? whole.decodeToMono(message.getBody(), elementType, UTF_8, hints).cast(Object.class)
        : super.readMono(elementType, message, hints);
  }

  @Override
  public Flux<Object> read(
      ResolvableType actualType,
      ResolvableType elementType,
      ServerHttpRequest request,
      ServerHttpResponse response,
      Map<String, Object> hints) {
    return read(elementType, request, hints)
        .onErrorMap(failure -> RequestErrors.withStatus(failure, request, elementType, hints));
  }

  @Override
  public Mono<Object> readMono(
      ResolvableType actualType,
      ResolvableType elementType,
      ServerHttpRequest request,
      ServerHttpResponse response,
      Map<String, Object> hints) {
    return readMono(elementType, request, hints)
        .onErrorMap(failure -> RequestErrors.withStatus(failure, request, elementType, hints));
  }
}
