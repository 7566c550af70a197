package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.Stages;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/** What the facades offer, for any kind of buffer. */
final class TextOperators {
  /** Text has no owner. */
  private static final Consumer<CharSequence> NO_RELEASE = text -> {};

  private TextOperators() {}

  static <B> Function<Flux<? extends B>, Flux<String>> decode(
      Buffers<B> buffers, DecoderSpec spec) {
    Objects.requireNonNull(spec, "spec");
    return source ->
        new FluxStage<>(
            source,
            () -> new ViewStage<>(buffers, Stages.chunks(spec)),
            buffers::release,
            NO_RELEASE);
  }

  static <B> Function<Flux<? extends B>, Flux<B>> validate(Buffers<B> buffers, DecoderSpec spec) {
    Objects.requireNonNull(spec, "spec");
    return source ->
        new FluxStage<>(
            source, () -> new ValidationStage<>(buffers, spec), buffers::release, buffers::release);
  }
}
