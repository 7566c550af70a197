package io.utflow.codec.stage;

import org.jspecify.annotations.Nullable;

/**
 * A step of a stream that turns inputs into outputs, none, one or many for each. Offer one input,
 * poll until null, offer the next; adapters do nothing else. Mutable, one per stream, for one
 * thread at a time.
 *
 * <p>A stage reads its input in place: the input must not change until {@link #poll()} has returned
 * null. No output refers to an input. When {@code poll} throws, everything before the failure has
 * been polled; from then on it returns null, and {@link #offer} throws.
 *
 * @param <I> what goes in
 * @param <O> what comes out
 */
public interface Stage<I, O> extends AutoCloseable {

  /**
   * Gives the stage its next input.
   *
   * @param input read in place, from its position where it has one
   * @throws IllegalStateException while the previous input is not {@linkplain #isSpent spent},
   *     after {@link #endOfInput()}, after a failure, or when closed
   */
  void offer(I input);

  /**
   * Says that no input will follow. Afterwards {@code poll() == null} means that the stage is
   * finished.
   */
  void endOfInput();

  /**
   * The next output, or null if the stage needs input or has finished.
   *
   * <p>What an observer or a handler throws is thrown unchanged, checked exceptions too.
   *
   * @return the output, which belongs to the caller, or null
   * @throws IllegalStateException if an observer or a handler that this method calls polls again
   */
  @Nullable O poll();

  /**
   * Drops what the stage still holds. Closing twice does nothing. An observer or a handler that
   * {@link #poll} calls may close the stage.
   */
  @Override
  void close();

  /**
   * Whether the input is used up, so that {@link #poll} would return null: asked behind an output,
   * it saves the last call. A stage that does not know answers false.
   *
   * @return true only if the input is used up
   */
  default boolean isSpent() {
    return false;
  }

  /**
   * This stage with another behind it, as one: what this one yields is offered to {@code next}. It
   * closes both.
   *
   * @param next reads what this stage yields
   * @param <P> what comes out of it
   * @return the two as one stage
   */
  default <P> Stage<I, P> then(Stage<? super O, P> next) {
    return new ChainedStage<>(this, next);
  }
}
