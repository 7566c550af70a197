/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

/** What {@link StalledFrames} asks a decoder of frames. */
public interface FrameProgress {
  /** {@return whether a frame has begun and not ended} */
  boolean isInFrame();

  /** {@return how many frames have ended so far} */
  long endedFrames();
}
