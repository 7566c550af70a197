/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.nio.ByteBuffer;

/**
 * Reads frames whose beginning and end the caller announces, such as a handler for HTTP bodies.
 * Made by {@link Stages#frames(FrameResult, long)}.
 *
 * <pre>{@code
 * FrameStage<String, String> bodies = Stages.frames(result, 1 << 20);
 * bodies.begin(Stages.lines(spec, lines)); // a fresh reader for each body
 * bodies.offer(content); // poll until null, then offer the next content
 * bodies.endFrame(); // poll until null, then begin the next
 * }</pre>
 *
 * <p>A frame yields the outputs of its reader, then exactly one end or failure. If a frame fails,
 * the rest of its content is skipped, and the next frame is not affected. {@link #endOfInput()}
 * cuts the frame that is open.
 *
 * @param <O> what the readers yield
 * @param <R> the outputs of the stage
 */
public interface FrameStage<O, R> extends FramedStage<R> {

  /**
   * Begins a frame.
   *
   * @param reader reads its content; owned, and closed when the frame has ended or failed
   * @throws IllegalStateException if a frame is open, or the last call is not drained
   */
  void begin(ByteStage<O> reader);

  /**
   * {@inheritDoc}
   *
   * <p>The bytes are content of the open frame. After a failure of the frame they are skipped.
   * Without an open frame the next {@link #poll} throws an {@link IllegalStateException}, which
   * ends the stream.
   */
  @Override
  void offer(ByteBuffer content);

  /**
   * Ends the open frame: its reader receives {@link #endOfInput()}. Poll until null afterwards.
   *
   * @throws IllegalStateException if no frame is open, or the last call is not drained
   */
  void endFrame();

  /**
   * Fails the open frame, because its end is missing: an unfinished line in it is not delivered.
   * Poll until null afterwards. If the frame has failed already, this only ends it.
   *
   * @param cause the reason why it was cut
   * @throws IllegalStateException if no frame is open, or the last call is not drained
   */
  void cutFrame(Throwable cause);
}
