/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A stage whose input is frames: parts of a stream that end, as a message does, and of which
 * nothing crosses the end. Each is read afresh, so no byte, byte order mark, budget or failure of
 * one reaches the next. The frames are found by a {@link FrameFinder}, or a handler that drives a
 * {@link FrameStage}.
 *
 * <p>{@link #takeUndelivered()} answers with what the open frame still has, the mark after it
 * unless its end was polled, and all that follows: no length that was read, and nothing of a frame
 * that has failed. {@link #switchTo} switches the reader of the open frame alone.
 *
 * @param <R> what comes out
 */
public interface FramedStage<R> extends ByteStage<R> {

  /**
   * {@return whether a part of a frame, or of its announcement, was received, and its end was not}
   * A watch over peers that stall asks this, and {@link #endedFrames()}.
   */
  boolean isInFrame();

  /** {@return how many frames have ended so far, those included that have failed} */
  long endedFrames();
}
