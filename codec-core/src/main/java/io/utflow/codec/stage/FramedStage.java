/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A stage whose input is frames: parts of a stream that end, as a message does, and of which
 * nothing crosses the end. Each is read afresh, so no byte, byte order mark, budget or failure of
 * one reaches the next. Who finds the frames is a {@link FrameFinder}, or a handler that drives a
 * {@link FrameStage}.
 *
 * <p>{@link #takeUndelivered()} answers with what the open frame still has, the mark behind it
 * unless its end was polled, and all that follows: no length that was read, and nothing of a frame
 * that has failed. {@link #switchTo} switches the reader of the open frame alone.
 *
 * @param <R> what comes out
 */
public interface FramedStage<R> extends ByteStage<R> {

  /**
   * {@return whether bytes of a frame were received, or of what announces one, and its end was not}
   * A watch over peers that stall asks this, and {@link #endedFrames()}.
   */
  boolean isInFrame();

  /** {@return how many frames have ended so far, those included that have failed} */
  long endedFrames();
}
