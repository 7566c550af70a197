/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stage;
import java.util.function.Function;

/**
 * Runs a {@link Stage} of your own on the way out: each message of a type becomes one buffer, and
 * what the stage keeps goes with a later message or, at the close of the channel, by itself.
 *
 * <pre>{@code
 * pipeline.addLast(
 *     new StageEncoder<>(
 *         ServerSentEvent.class,
 *         buffers -> EventStages.encode(EncoderSpec.of(UTF_8), buffers)));
 * }</pre>
 *
 * <p>Other messages pass through. A message is read while it is written and released then, if it is
 * reference-counted. Failures, the close and the removal are as with {@link TextStreamEncoder}. Not
 * sharable: each channel has a handler, and a stage, of its own.
 *
 * @param <M> what is written to the channel
 */
public final class StageEncoder<M> extends OutboundStage<M, M> {

  /**
   * A handler with a stage of its own.
   *
   * @param messages the class of the messages that the stage reads; other messages pass through
   * @param stages makes the stage, which writes to the buffers given, as {@link
   *     io.utflow.codec.stage.Stages#encode} does: each is the buffer of the message, which the
   *     handler sends and releases. Buffers of the stage's own are copied into that, and released.
   */
  public StageEncoder(
      Class<? extends M> messages,
      Function<? super OutputBuffers<ByteBuf>, ? extends Stage<? super M, ByteBuf>> stages) {
    this(messages, stages, new AppendingBuffers());
  }

  private StageEncoder(
      Class<? extends M> messages,
      Function<? super OutputBuffers<ByteBuf>, ? extends Stage<? super M, ByteBuf>> stages,
      AppendingBuffers target) {
    super(messages, target, stages.apply(target));
  }

  @Override
  @SuppressWarnings("unchecked") // Read as an array of objects, of which the only one is a message.
  M[] inputsOf(M message) {
    return (M[]) new Object[] {message};
  }
}
