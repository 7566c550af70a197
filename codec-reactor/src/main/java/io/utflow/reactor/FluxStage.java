/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.stage.Stage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/**
 * The one operator: runs a {@link Stage} over a {@code Flux}, a new stage for each subscription,
 * and polls it as the subscriber demands.
 *
 * <p>An input belongs to the stage from {@link Stage#offer} on. The stage releases it, or makes it
 * its output, by the time {@link Stage#poll} returns null; {@link Stage#close} releases inputs that
 * it still holds. The operator releases inputs that have not reached the stage, and outputs that
 * cannot be delivered.
 */
final class FluxStage<I, O> extends FluxOperator<I, O> {
  private final Supplier<? extends Stage<I, O>> stages;
  private final Ownership<? super I> inputs;
  private final Ownership<? super O> outputs;
  private final boolean restsEmpty;

  FluxStage(
      Flux<? extends I> source,
      Supplier<? extends Stage<I, O>> stages,
      Ownership<? super I> inputs,
      Ownership<? super O> outputs) {
    this(source, stages, inputs, outputs, false);
  }

  /**
   * @param restsEmpty whether a stage that is {@linkplain Stage#isSpent spent} holds nothing that
   *     {@link Stage#close} would let go
   */
  FluxStage(
      Flux<? extends I> source,
      Supplier<? extends Stage<I, O>> stages,
      Ownership<? super I> inputs,
      Ownership<? super O> outputs,
      boolean restsEmpty) {
    super(source);
    this.stages = stages;
    this.inputs = inputs;
    this.outputs = outputs;
    this.restsEmpty = restsEmpty;
  }

  @Override
  public void subscribe(CoreSubscriber<? super O> actual) {
    Stage<I, O> stage;
    try {
      stage = stages.get();
    } catch (Throwable failure) {
      Operators.error(actual, Operators.onOperatorError(failure, actual.currentContext()));
      return;
    }
    source.subscribe(new StageSubscriber<>(actual, stage, inputs, outputs, restsEmpty));
  }

  /** One: bounded demand asks for the next input when the stage has run dry. */
  @Override
  public int getPrefetch() {
    return 1;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : super.scanUnsafe(key);
  }
}
