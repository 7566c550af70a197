/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

/** What {@link StalledFrames} asks and tells a decoder of frames. */
public interface FrameProgress {
  /** {@return whether a frame has begun and not ended} */
  boolean isInFrame();

  /** {@return how many frames have ended so far} */
  long endedFrames();

  /** Told that the connection is closed inside of the open frame, and not by the peer. */
  default void giveUp() {}
}
