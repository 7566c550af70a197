/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.nio.ByteBuffer;

/**
 * Reads frames of which a handler says where they begin and end, as one for the bodies of HTTP
 * does. {@link Stages#frames(FrameResult, long)} makes one.
 *
 * <pre>{@code
 * FrameStage<String, String> bodies = Stages.frames(result, 1 << 20);
 * bodies.begin(Stages.lines(spec, lines)); // a fresh reader for each body
 * bodies.offer(content); // poll until null, then offer the next content
 * bodies.endFrame(); // poll until null, then begin the next
 * }</pre>
 *
 * <p>A frame yields the outputs of its reader, then exactly one end or failure. Where it fails, the
 * rest of its content is passed over unread, and the next frame is read as if nothing had happened.
 * {@link #endOfInput()} cuts the frame that is open.
 *
 * @param <O> what the readers yield
 * @param <R> what comes out
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
   * <p>It is content of the open frame. After a failure of the frame it is passed over. Without an
   * open frame the next {@link #poll} throws an {@link IllegalStateException}, which ends the
   * stream.
   */
  @Override
  void offer(ByteBuffer content);

  /**
   * Ends the open frame: what {@link #endOfInput()} is to the reader. Poll until null afterwards.
   *
   * @throws IllegalStateException if no frame is open, or the last call is not drained
   */
  void endFrame();

  /**
   * Fails the open frame, which has no end: half a line of it is no line. Poll until null
   * afterwards. Of a frame that has failed already it is the end.
   *
   * @param cause the reason why it was cut
   * @throws IllegalStateException if no frame is open, or the last call is not drained
   */
  void cutFrame(Throwable cause);
}
