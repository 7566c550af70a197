/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.EncoderSpec;

/**
 * A stage that reads text and can be abandoned in the middle of a stream, when it returns the text
 * that it has not delivered: an encoder, or a stage of your own after {@link Stages#lines}.
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
 * @param <O> the outputs
 */
public interface TextStage<I extends CharSequence, O> extends Stage<I, O> {
  /**
   * {@return the text offered so far that has not become an output, in order} The stage is closed.
   *
   * @throws IllegalStateException if it is called from an observer or a handler of the stage
   */
  String takeUndelivered();

  /**
   * Writes all text that has not become an output by another spec from here on: another encoding,
   * policy or observer. The old encoding ends its text as usual, with a shift back in ISO-2022-JP;
   * such bytes come with the next output. The byte order mark and the budget of {@code next} begin
   * here; char offsets go on. A high surrogate that waits for its partner belongs to the text after
   * the switch, and so does a character that is about to fail the stream, if the exception has not
   * been thrown yet. Call it between two polls.
   *
   * <p>The {@link io.utflow.codec.CodingListener} stays that of the first spec. It counts the bytes
   * that end the old encoding for the new one.
   *
   * @param next how the text is written from here on
   * @throws UnsupportedOperationException if the stage cannot be switched: put {@link
   *     Stages#encode} after it, which can
   * @throws IllegalStateException if the stage is closed, has failed or ended, or if it is called
   *     from an observer or a handler of the stage
   */
  default void switchTo(EncoderSpec next) {
    throw new UnsupportedOperationException(
        getClass().getSimpleName()
            + " cannot change how it writes: make a new one, or let it yield text that"
            + " Stages.encode writes, which can");
  }
}
