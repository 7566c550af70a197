/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A stage that reads text, and can be given up in the middle of a stream: an encoder, or a stage of
 * the user's own behind {@link Stages#lines}, whose text is handed over when the chain is given up.
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
}
