/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.micrometer.core.instrument.Counter;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The frames of MLLP as bytes and not as text, because each message names its own charset. Charsets
 * that MLLP can carry write no character with the bytes 0B and 1C.
 *
 * <p>A start block inside of a frame begins a new one: the sender has given up the frame before,
 * which was never answered. Only the first bytes of a frame over the bound are kept, and it is
 * handed on when it ends, to be refused.
 */
final class MllpMessages implements WholeFrame<MllpFrame> {
  private final int maxBytes;
  private final Counter broken;

  private MllpMessages(int maxBytes, Counter broken) {
    this.maxBytes = maxBytes;
    this.broken = broken;
  }

  /**
   * {@return a stage that reads one connection}
   *
   * @param maxBytes the bound of a message
   * @param broken counts the frames that were given up by their sender
   */
  static FramedStage<MllpFrame> stage(int maxBytes, Counter broken) {
    return Stages.wholeFrames(
        FrameFinder.mllp(), new MllpMessages(maxBytes, broken), maxBytes, TooLongPolicy.TRUNCATE);
  }

  @Override
  public @Nullable MllpFrame read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
    if (truncated && bounds.length() <= maxBytes) {
      // The end of the connection has cut it: nobody waits for its answer.
      broken.increment();
      return null;
    }
    byte[] message = new byte[bytes.remaining()];
    bytes.get(message);
    return new MllpFrame(message, truncated);
  }

  @Override
  public @Nullable MllpFrame failed(FrameException failure) {
    broken.increment();
    return null;
  }
}
