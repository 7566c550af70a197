/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.ByteStage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.HttpMessageWriter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Which lines of data a writer of events writes so that a reader loses a blank at their begin. A
 * reader drops one blank after the colon of a field; Spring wrote {@code data:} before each line,
 * and writes {@code data: } from 7.1 on.
 *
 * @param ofFirstLine whether the first line of data loses one
 * @param ofOtherLines whether each line after it does
 */
record LostBlanks(boolean ofFirstLine, boolean ofOtherLines) {
  private static final ResolvableType STRINGS =
      ResolvableType.forClassWithGenerics(
          org.springframework.http.codec.ServerSentEvent.class, String.class);

  /** The blanks that are lost before Spring 7.1. */
  private static final LostBlanks ALL = new LostBlanks(true, true);

  /** Lets the writer write an event, and reads it as the standard says. */
  static LostBlanks by(HttpMessageWriter<Object> writer) {
    Written written = new Written();
    Object event = org.springframework.http.codec.ServerSentEvent.builder(" x\n y").build();
    Map<String, Object> unlogged = Hints.from(Hints.SUPPRESS_LOGGING_HINT, true);
    Mono.defer(
            () ->
                writer.write(
                    Mono.just(event), STRINGS, MediaType.TEXT_EVENT_STREAM, written, unlogged))
        .subscribe(null, failure -> {});
    String[] lines = written.data().split("\n", -1);
    return lines.length == 2
        ? new LostBlanks(!lines[0].startsWith(" "), !lines[1].startsWith(" "))
        : ALL;
  }

  /** A message that is kept in memory. */
  private static final class Written implements ReactiveHttpOutputMessage {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final HttpHeaders headers = new HttpHeaders();

    /** The data of the event as it is read; empty without data. */
    String data() {
      try (ByteStage<ServerSentEvent> events =
          EventStages.decode(DecoderSpec.of(TextEncoding.UTF_8), EventSpec.DEFAULT)) {
        events.offer(ByteBuffer.wrap(bytes.toByteArray()));
        @Nullable ServerSentEvent event = events.poll();
        return event == null ? "" : event.data();
      }
    }

    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }

    @Override
    public DataBufferFactory bufferFactory() {
      return DefaultDataBufferFactory.sharedInstance;
    }

    @Override
    public void beforeCommit(Supplier<? extends Mono<Void>> action) {}

    @Override
    public boolean isCommitted() {
      return false;
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
      return Flux.from(body).doOnNext(this::keep).then();
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
      return Flux.from(body).concatMap(Flux::from).doOnNext(this::keep).then();
    }

    private void keep(DataBuffer buffer) {
      byte[] part = new byte[buffer.readableByteCount()];
      buffer.read(part);
      bytes.writeBytes(part);
      DataBufferUtils.release(buffer);
    }

    @Override
    public Mono<Void> setComplete() {
      return Mono.empty();
    }
  }
}
