/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import org.jspecify.annotations.Nullable;

/**
 * A step of a stream that turns inputs into outputs, none, one or many for each. Offer one input,
 * poll until null, offer the next; at the end, call {@link #endOfInput()} and poll until null
 * again. Adapters do nothing else:
 *
 * <pre>{@code
 * try (ByteStage<String> stage = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF))) {
 *   ByteBuffer input = ByteBuffer.allocate(8192);
 *   while (channel.read(input.clear()) >= 0) {
 *     stage.offer(input.flip());
 *     for (String line = stage.poll(); line != null; line = stage.poll()) {
 *       System.out.println(line);
 *     }
 *   }
 *   stage.endOfInput();
 *   for (String line = stage.poll(); line != null; line = stage.poll()) {
 *     System.out.println(line);
 *   }
 * }
 * }</pre>
 *
 * <p>However a stream is cut into inputs, the outputs joined are the same, and so is the failure.
 *
 * <p><b>Ownership.</b> The input stays the caller's. A stage reads it in place, so it must not
 * change until {@link #poll()} has returned null or {@link #isSpent()} is true. An output belongs
 * to the caller and refers to no input.
 *
 * <p><b>Errors.</b> When {@code poll} throws, everything before the failure has been polled; it
 * throws once, from then on it returns null, and {@link #offer} throws.
 *
 * <p><b>Threads.</b> Mutable, one per stream, for one thread at a time: a stage moves to another
 * thread only through something that orders memory, as an event loop or a queue does.
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
   * @throws NullPointerException if there is no input
   */
  void offer(I input);

  /**
   * Says that no input will follow. Afterwards {@code poll() == null} means that the stage is
   * finished. Outputs of the last input are still polled first.
   */
  void endOfInput();

  /**
   * {@return the next output, which belongs to the caller, or null if the stage needs input or has
   * finished} What an observer or a handler throws is thrown unchanged, checked exceptions too.
   *
   * @throws IllegalStateException if an observer or a handler that this method calls polls again
   */
  @Nullable O poll();

  /**
   * Gives the stage its next input, as {@link #offer} does, and {@linkplain #poll polls} once. A
   * short input often has just one output, and one call costs less.
   *
   * <pre>{@code
   * ByteStage<String> pieces = Stages.decode(spec);
   * for (String text = pieces.offerAndPoll(received); text != null; text = pieces.poll()) {
   *   System.out.println(text);
   * }
   * }</pre>
   *
   * @param input read in place, from its position where it has one
   * @return the first output, which belongs to the caller, or null if the input is used up
   * @throws IllegalStateException as {@link #offer} and {@link #poll} do
   * @throws NullPointerException if there is no input
   */
  default @Nullable O offerAndPoll(I input) {
    offer(input);
    return poll();
  }

  /**
   * Ends the stage and drops what it keeps: outputs that were not polled, and pending bytes. A
   * stage that was polled to its end or has failed need not be closed. Closing twice does nothing.
   * An observer or a handler that {@link #poll} calls may close the stage.
   */
  @Override
  void close();

  /**
   * {@return whether the input is used up, so that {@link #poll} would return null} After an
   * output, it saves the last call. A stage that does not know answers false.
   */
  default boolean isSpent() {
    return false;
  }

  /**
   * {@return this stage with another after it, as one} What this one yields is offered to {@code
   * next}. The two are closed together, and fail where one of them does. If this one reports an
   * ill-formed sequence while {@code next}, a {@link TextStage}, holds text that it has not
   * yielded, that text begins the {@link io.utflow.codec.IllFormedTextException#decodedPrefix()}.
   *
   * <pre>{@code
   * ByteStage<Header> headers = Stages.lines(spec, LineSpec.of(LineBreaks.CRLF)).then(new Headers());
   * }</pre>
   *
   * @param next reads what this stage yields
   * @param <P> what comes out of it
   */
  default <P> Stage<I, P> then(Stage<? super O, P> next) {
    return new ChainedStage<>(this, next);
  }
}
