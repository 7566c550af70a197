package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/** What the facades offer, for any kind of buffer. */
final class TextOperators {
  /** Text has no owner. */
  private static final Ownership<Object> NOT_OWNED = text -> {};

  private TextOperators() {}

  static <B> Function<Flux<? extends B>, Flux<String>> decode(
      Buffers<B> buffers, DecoderSpec spec) {
    Objects.requireNonNull(spec, "spec");
    return through(buffers, () -> Stages.chunks(spec), NOT_OWNED);
  }

  static <B> Function<Flux<? extends B>, Flux<B>> validate(Buffers<B> buffers, DecoderSpec spec) {
    Objects.requireNonNull(spec, "spec");
    return source ->
        new FluxStage<>(source, () -> new ValidationStage<>(buffers, spec), buffers, buffers);
  }

  static <B> Function<Flux<? extends B>, Flux<String>> lines(
      Buffers<B> buffers, DecoderSpec spec, LineSpec lines) {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(lines, "lines");
    return split(buffers, () -> Stages.lines(spec, lines));
  }

  static <B> Function<Flux<? extends B>, Flux<String>> records(
      Buffers<B> buffers, DecoderSpec spec, RecordSpec records) {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(records, "records");
    return split(buffers, () -> Stages.records(spec, records));
  }

  static <B> Function<Flux<? extends B>, Flux<LocatedLine>> locatedLines(
      Buffers<B> buffers, DecoderSpec spec, LineSpec lines) {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(lines, "lines");
    return split(buffers, () -> Stages.locatedLines(spec, lines));
  }

  static <B> Function<Flux<? extends B>, Flux<LocatedLine>> locatedLines(
      Buffers<B> buffers, DecoderSpec spec, LineSpec lines, LinePosition from) {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(lines, "lines");
    Objects.requireNonNull(from, "from");
    return split(buffers, () -> Stages.locatedLines(spec, lines, from));
  }

  static <B> Function<Flux<? extends B>, Flux<LocatedLine>> locatedRecords(
      Buffers<B> buffers, DecoderSpec spec, RecordSpec records) {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(records, "records");
    return split(buffers, () -> Stages.locatedRecords(spec, records));
  }

  static <B> Function<Flux<? extends B>, Flux<B>> transcode(
      Buffers<B> buffers, DecoderSpec from, EncoderSpec to, OutputBuffers<B> output) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    return through(buffers, () -> Stages.transcode(from, to, output), buffers);
  }

  static <B> Function<Flux<? extends CharSequence>, Flux<B>> encode(
      Buffers<B> buffers, EncoderSpec spec, OutputBuffers<B> output) {
    Objects.requireNonNull(spec, "spec");
    return source -> new FluxStage<>(source, () -> Stages.encode(spec, output), NOT_OWNED, buffers);
  }

  /** Specs that do not go together are refused here, not when somebody subscribes. */
  private static <B, O> Function<Flux<? extends B>, Flux<O>> split(
      Buffers<B> buffers, Supplier<Stage<ByteBuffer, O>> stages) {
    stages.get().close();
    return through(buffers, stages, NOT_OWNED);
  }

  static <B, O> Function<Flux<? extends B>, Flux<O>> through(
      Buffers<B> buffers, Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return through(buffers, stages, NOT_OWNED);
  }

  /**
   * Feeds a stage that reads bytes from any kind of buffer.
   *
   * @param outputs lets go of outputs that cannot be delivered
   */
  static <B, O> Function<Flux<? extends B>, Flux<O>> through(
      Buffers<B> buffers,
      Supplier<? extends Stage<ByteBuffer, O>> stages,
      Ownership<? super O> outputs) {
    Objects.requireNonNull(stages, "stages");
    return source ->
        new FluxStage<>(source, () -> new ViewStage<>(buffers, made(stages)), buffers, outputs);
  }

  private static <O> Stage<ByteBuffer, O> made(Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return Objects.requireNonNull(stages.get(), "the supplier of stages answered null");
  }
}
