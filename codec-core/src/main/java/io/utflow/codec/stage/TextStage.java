/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.EncoderSpec;

/**
 * A stage that reads text, and can be given up in the middle of a stream: an encoder, or a stage of
 * the user's own after {@link Stages#lines}, whose text is handed over when the chain is given up.
 *
 * <pre>{@code
 * Stage<CharSequence, ByteBuffer> stage = Stages.encode(EncoderSpec.of(UTF_8), OutputBuffers.onHeap());
 * stage.offer("abc");
 * String rest = stage instanceof TextStage<?, ?> text ? text.takeUndelivered() : ""; // "abc"
 * }</pre>
 *
 * <p>Mutable, one per stream, for one thread at a time, as every {@link Stage}.
 *
 * @param <I> the text that goes in
 * @param <O> what comes out
 */
public interface TextStage<I extends CharSequence, O> extends Stage<I, O> {
  /**
   * {@return the text offered so far that has not become an output, in order} The stage is closed.
   *
   * @throws IllegalStateException if an observer or a handler that the stage calls calls this
   */
  String takeUndelivered();

  /**
   * Writes the text that has not become an output in another way from here on: another encoding,
   * policy, observer. Text that was written ends as its encoding ends a text: with a shift back in
   * ISO-2022-JP. These bytes, if there are any, come with the next output. The byte order mark and
   * the budget of {@code next} begin here, char offsets go on; a high surrogate that waits for its
   * partner is of the text behind the switch. To be called between two polls.
   *
   * <p>The {@link io.utflow.codec.CodingListener} stays that of the first spec. The bytes that end
   * the text before count for the encoding behind the switch.
   *
   * @param next how the text is written from here on
   * @throws UnsupportedOperationException if the stage cannot: put {@link Stages#encode} behind it,
   *     which can
   * @throws IllegalStateException if the stage is closed, has failed or ended, or if an observer or
   *     a handler that it calls calls this
   */
  default void switchTo(EncoderSpec next) {
    throw new UnsupportedOperationException(
        getClass().getSimpleName()
            + " cannot change how it writes: make a new one, or let it yield text that"
            + " Stages.encode writes, which can");
  }
}
