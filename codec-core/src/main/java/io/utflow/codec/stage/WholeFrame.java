/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes one element of all bytes of a frame, as where a header names the encoding of the rest.
 * Called by the stage that {@link Stages#wholeFrames} makes, on its thread.
 *
 * <pre>{@code
 * FrameFinder<String> mllp = FrameFinder.mllp();
 * ByteStage<String> messages =
 *     Stages.wholeFrames(mllp, WholeFrame.text(spec), 1 << 20, TooLongPolicy.FAIL);
 * }</pre>
 *
 * @param <R> what comes out
 */
@FunctionalInterface
public interface WholeFrame<R> {

  /**
   * {@return the element, or null for none} It is asked of an empty frame, too. A {@link
   * RuntimeException} fails the frame: it is the cause of the exception that {@link #failed} gets.
   *
   * @param bytes the frame without its mark, to be read during this call
   * @param bounds where they stood in the stream; their length is that of all the frame
   * @param truncated whether bytes are missing at the end, under {@link TooLongPolicy#TRUNCATE}:
   *     the frame was longer than its bound, or the end of the stream has cut it
   */
  @Nullable R read(ByteBuffer bytes, FrameBounds bounds, boolean truncated);

  /**
   * {@return the element that stands for a frame that has failed, or null for none} As long as it
   * throws, as it does by default, such a frame ends the stream.
   *
   * @param failure why; too long only under {@link TooLongPolicy#FAIL}
   */
  default @Nullable R failed(FrameException failure) {
    throw failure;
  }

  /**
   * {@return a reader that decodes each frame to one text} If the bound of {@link
   * TooLongPolicy#TRUNCATE} cuts a character, that is left out, and no observer is told.
   *
   * @param spec how the bytes are read, each frame from its start; its listener is told of each
   */
  static WholeFrame<String> text(DecoderSpec spec) {
    return (bytes, bounds, truncated) ->
        spec.countingFrom(bounds.byteOffset())
            .newDecoder()
            .decode(bytes, !truncated || bytes.remaining() == bounds.length());
  }
}
