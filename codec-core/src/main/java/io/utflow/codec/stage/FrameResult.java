/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import org.jspecify.annotations.Nullable;

/**
 * Makes the outputs for a frame: outputs, then exactly one end or failure. Null yields no output.
 * An exception of a method ends the stream, not the frame. Called by the stage that reads the
 * frames, on its thread.
 *
 * @param <O> what the reader of a frame yields
 * @param <R> what the stage yields
 */
public interface FrameResult<O, R> {

  /**
   * {@return the output to hand on in the place of an output of the reader, or null}
   *
   * @param output of the reader of the open frame
   */
  @Nullable R output(O output);

  /**
   * {@return the output that stands for the end of a frame, or null} All its outputs were told.
   *
   * @param bounds where its content stood
   */
  @Nullable R end(FrameBounds bounds);

  /**
   * {@return the output that stands for a failed frame, or null} The outputs before were told;
   * nothing more of this frame will be.
   *
   * @param failure why
   */
  @Nullable R failed(FrameException failure);
}
