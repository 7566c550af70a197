/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import org.jspecify.annotations.Nullable;

/**
 * Why a frame has failed, or why no frame can be found any more. A {@link FrameResult} or {@link
 * WholeFrame} is given it; thrown by {@link Stage#poll} it ends the stream.
 */
public final class FrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of failure. */
  public enum Reason {
    /** The reader of the frame, or one of its observers, has thrown: the cause. */
    UNREADABLE,
    /** It is longer than {@code maxBytes}. */
    TOO_LONG,
    /** The stream has ended in it, or a handler has said that it has no end: the cause. */
    CUT,
    /** Its bytes do not follow the framing, but the next frame can be found. */
    BROKEN,
    /** No next frame can be found: this ends the stream. */
    LOST
  }

  /** Why it fails. */
  private final Reason reason;

  /** Where its content begins, in the stream or in the message. */
  private final long byteOffset;

  /**
   * A failure.
   *
   * @param reason the kind of failure
   * @param byteOffset where the frame begins, or, where the framing is lost, where that shows
   * @param message a description of the failure
   * @param cause the exception, or null
   */
  public FrameException(Reason reason, long byteOffset, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.byteOffset = byteOffset;
  }

  /** {@return the reason why the frame failed} */
  public Reason reason() {
    return reason;
  }

  /**
   * {@return the byte offset in the stream where the frame begins, or, where the framing is lost,
   * where that shows} 0 where a handler says what the frames are.
   */
  public long byteOffset() {
    return byteOffset;
  }
}
