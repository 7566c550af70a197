/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The operators of one facade that read bytes, so that a test can run over all of them. */
record Facade<B>(
    Function<DecoderSpec, Function<Flux<? extends B>, Flux<String>>> decode,
    Function<DecoderSpec, Function<Flux<? extends B>, Flux<B>>> validate,
    BiFunction<DecoderSpec, LineSpec, Function<Flux<? extends B>, Flux<String>>> lines,
    BiFunction<DecoderSpec, RecordSpec, Function<Flux<? extends B>, Flux<String>>> records,
    BiFunction<DecoderSpec, LineSpec, Function<Flux<? extends B>, Flux<LocatedLine>>> locatedLines,
    Resumed<B> resumedLines,
    BiFunction<DecoderSpec, RecordSpec, Function<Flux<? extends B>, Flux<LocatedLine>>>
        locatedRecords,
    BiFunction<DecoderSpec, EventSpec, Function<Flux<? extends B>, Flux<ServerSentEvent>>> events,
    BiFunction<DecoderSpec, Integer, Function<Flux<? extends B>, Mono<String>>> text,
    Function<
            Supplier<? extends Stage<ByteBuffer, Object>>,
            Function<Flux<? extends B>, Flux<Object>>>
        through,
    BiFunction<
            Supplier<? extends Stage<ByteBuffer, Object>>,
            Consumer<Object>,
            Function<Flux<? extends B>, Flux<Object>>>
        throughReleasing) {

  static final Facade<byte[]> BYTE_ARRAYS =
      new Facade<byte[]>(
          ByteArrayText::decode,
          ByteArrayText::validate,
          ByteArrayText::lines,
          ByteArrayText::records,
          ByteArrayText::locatedLines,
          ByteArrayText::locatedLines,
          ByteArrayText::locatedRecords,
          ByteArrayText::events,
          ByteArrayText::text,
          ByteArrayText::through,
          ByteArrayText::through);

  static final Facade<ByteBuffer> BYTE_BUFFERS =
      new Facade<ByteBuffer>(
          ByteBufferText::decode,
          ByteBufferText::validate,
          ByteBufferText::lines,
          ByteBufferText::records,
          ByteBufferText::locatedLines,
          ByteBufferText::locatedLines,
          ByteBufferText::locatedRecords,
          ByteBufferText::events,
          ByteBufferText::text,
          ByteBufferText::through,
          ByteBufferText::through);

  static final Facade<ByteBuf> BYTE_BUFS =
      new Facade<ByteBuf>(
          ByteBufText::decode,
          ByteBufText::validate,
          ByteBufText::lines,
          ByteBufText::records,
          ByteBufText::locatedLines,
          ByteBufText::locatedLines,
          ByteBufText::locatedRecords,
          ByteBufText::events,
          ByteBufText::text,
          ByteBufText::through,
          ByteBufText::through);

  static final Facade<DataBuffer> DATA_BUFFERS =
      new Facade<DataBuffer>(
          DataBufferText::decode,
          DataBufferText::validate,
          DataBufferText::lines,
          DataBufferText::records,
          DataBufferText::locatedLines,
          DataBufferText::locatedLines,
          DataBufferText::locatedRecords,
          DataBufferText::events,
          DataBufferText::text,
          DataBufferText::through,
          DataBufferText::through);

  /** Lines from a position on. */
  @FunctionalInterface
  interface Resumed<B> {
    Function<Flux<? extends B>, Flux<LocatedLine>> apply(
        DecoderSpec spec, LineSpec lines, LinePosition from);
  }

  @SuppressWarnings("unchecked") // A method that is generic in what comes out has no such object.
  <O> Function<Flux<? extends B>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return (Function<Flux<? extends B>, Flux<O>>)
        (Function<?, ?>) through.apply((Supplier<Stage<ByteBuffer, Object>>) (Supplier<?>) stages);
  }

  @SuppressWarnings("unchecked")
  <O> Function<Flux<? extends B>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    return (Function<Flux<? extends B>, Flux<O>>)
        (Function<?, ?>)
            throughReleasing.apply(
                (Supplier<Stage<ByteBuffer, Object>>) (Supplier<?>) stages,
                (Consumer<Object>) release);
  }
}
