/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static java.util.Objects.requireNonNull;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The operators of the facades, for one kind of buffer. A new operator is a stage, named here, and
 * a method on each facade that passes its arguments on.
 */
final class TextOperators<B> {
  /** Text has no owner. */
  private static final Ownership<Object> NOT_OWNED = text -> {};

  private final Buffers<B> buffers;

  TextOperators(Buffers<B> buffers) {
    this.buffers = buffers;
  }

  Function<Flux<? extends B>, Flux<String>> decode(DecoderSpec spec) {
    requireNonNull(spec, "spec");
    return source ->
        new FluxStage<>(
            source, () -> new ViewStage<>(buffers, Stages.decode(spec)), buffers, NOT_OWNED, true);
  }

  Function<Flux<? extends B>, Flux<String>> decode(Detection detection) {
    requireNonNull(detection, "detection");
    return through(() -> Stages.decode(detection));
  }

  Function<Flux<? extends B>, Flux<B>> validate(DecoderSpec spec) {
    requireNonNull(spec, "spec");
    return source ->
        new FluxStage<>(source, () -> new ValidationStage<>(buffers, spec), buffers, buffers);
  }

  Function<Flux<? extends B>, Flux<String>> lines(DecoderSpec spec, LineSpec lines) {
    return split(Stages::lines, spec, requireNonNull(lines, "lines"));
  }

  Function<Flux<? extends B>, Flux<String>> lines(Detection detection, LineSpec lines) {
    return split(Stages::lines, detection, requireNonNull(lines, "lines"));
  }

  Function<Flux<? extends B>, Flux<String>> records(DecoderSpec spec, RecordSpec records) {
    return split(Stages::records, spec, requireNonNull(records, "records"));
  }

  Function<Flux<? extends B>, Flux<String>> records(Detection detection, RecordSpec records) {
    return split(Stages::records, detection, requireNonNull(records, "records"));
  }

  Function<Flux<? extends B>, Flux<LocatedLine>> locatedLines(DecoderSpec spec, LineSpec lines) {
    return split(Stages::locatedLines, spec, requireNonNull(lines, "lines"));
  }

  Function<Flux<? extends B>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    requireNonNull(from, "from");
    return split(
        (bytes, breaks) -> Stages.locatedLines(bytes, breaks, from),
        spec,
        requireNonNull(lines, "lines"));
  }

  Function<Flux<? extends B>, Flux<LocatedLine>> locatedLines(Detection detection, LineSpec lines) {
    return split(Stages::locatedLines, detection, requireNonNull(lines, "lines"));
  }

  Function<Flux<? extends B>, Flux<LocatedLine>> locatedRecords(
      DecoderSpec spec, RecordSpec records) {
    return split(Stages::locatedRecords, spec, requireNonNull(records, "records"));
  }

  Function<Flux<? extends B>, Flux<LocatedLine>> locatedRecords(
      Detection detection, RecordSpec records) {
    return split(Stages::locatedRecords, detection, requireNonNull(records, "records"));
  }

  Function<Flux<? extends B>, Flux<B>> transcode(
      DecoderSpec from, EncoderSpec to, OutputBuffers<B> output) {
    requireNonNull(from, "from");
    requireNonNull(to, "to");
    return run(() -> Stages.transcode(from, to, output), buffers);
  }

  Function<Flux<? extends CharSequence>, Flux<B>> encode(
      EncoderSpec spec, OutputBuffers<B> output) {
    requireNonNull(spec, "spec");
    return source -> new FluxStage<>(source, () -> Stages.encode(spec, output), NOT_OWNED, buffers);
  }

  Function<Flux<? extends B>, Flux<ServerSentEvent>> events(DecoderSpec spec, EventSpec events) {
    return split(EventStages::decode, spec, requireNonNull(events, "events"));
  }

  Function<Flux<? extends ServerSentEvent>, Flux<B>> encodeEvents(
      EncoderSpec spec, OutputBuffers<B> output) {
    requireNonNull(spec, "spec");
    Supplier<Stage<ServerSentEvent, B>> stages = madeNow(() -> EventStages.encode(spec, output));
    return source -> new FluxStage<>(source, stages, NOT_OWNED, buffers);
  }

  Function<Flux<? extends B>, Mono<String>> text(DecoderSpec spec, int maxChars) {
    return split(Stages::text, spec, maxChars).andThen(Flux::singleOrEmpty);
  }

  <O> Function<Flux<? extends B>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return run(stages, NOT_OWNED);
  }

  <O> Function<Flux<? extends B>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    requireNonNull(release, "release");
    return run(stages, release::accept);
  }

  /**
   * Specs that do not go together are refused here, not at the subscription.
   *
   * @param source how bytes become text: a spec, or a way to find one
   * @param ends the end of an output, and its greatest length
   */
  private <D, S, O> Function<Flux<? extends B>, Flux<O>> split(
      BiFunction<D, S, ByteStage<O>> stages, D source, S ends) {
    requireNonNull(source, "spec");
    return through(madeNow(() -> stages.apply(source, ends)));
  }

  /** Makes the first stage at once, for the first who subscribes: what it throws is thrown here. */
  private static <S> Supplier<S> madeNow(Supplier<S> stages) {
    AtomicReference<@Nullable S> first = new AtomicReference<>(stages.get());
    return () -> {
      S made = first.getAndSet(null);
      return made == null ? stages.get() : made;
    };
  }

  /** Runs stages that read bytes; {@code outputs} releases outputs that cannot be delivered. */
  private <O> Function<Flux<? extends B>, Flux<O>> run(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Ownership<? super O> outputs) {
    requireNonNull(stages, "stages");
    return source ->
        new FluxStage<>(source, () -> new ViewStage<>(buffers, made(stages)), buffers, outputs);
  }

  private static <O> Stage<ByteBuffer, O> made(Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return requireNonNull(stages.get(), "the supplier of stages answered null");
  }
}
