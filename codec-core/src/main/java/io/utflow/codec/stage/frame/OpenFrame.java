/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameException.Reason;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The frame that is being read, if one is: its bound, its outputs, and then one end or failure.
 *
 * @param <R> what comes out
 */
abstract class OpenFrame<R> {
  private enum State {
    NONE,
    READING,
    /** All its content was given. */
    ENDING,
    /** It has failed, and the rest of its content is passed over. */
    FAILED
  }

  private static final String CUT = "is cut by the end of the stream";

  private final long maxBytes;
  private State state = State.NONE;
  private long begin;
  private long length;
  private long ended;

  /** The failure that ends it when the outputs before were polled. */
  private @Nullable FrameException failing;

  OpenFrame(long maxBytes) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes " + maxBytes + ": give at least 1 byte");
    }
    this.maxBytes = maxBytes;
  }

  final boolean isOpen() {
    return state != State.NONE;
  }

  /** Also if its failure is not told yet. */
  final boolean isFailed() {
    return state == State.FAILED || failing != null;
  }

  /** Whether its content may go on. */
  final boolean isReading() {
    return state == State.READING && failing == null;
  }

  final long endedFrames() {
    return ended;
  }

  final long maxBytes() {
    return maxBytes;
  }

  final FrameBounds bounds() {
    return new FrameBounds(begin, length);
  }

  /**
   * Opens it.
   *
   * @param at the byte offset of its content
   * @param announced how long it will be, if that is known, else below 0
   */
  final void open(long at, long announced) {
    begin = at;
    length = 0;
    state = State.READING;
    if (announced > maxBytes && tooLong()) {
      return;
    }
    begin(at);
  }

  /** The next content will be read. */
  abstract void begin(long at);

  /** Gives it content, which is read until {@link #next} has answered null. */
  final void give(ByteBuffer content) {
    if (!isReading()) {
      return;
    }
    long room = Math.max(0, maxBytes - length);
    int count = content.remaining();
    length += count;
    boolean fits = count <= room;
    if (fits || room > 0) {
      read(fits ? content : content.slice(content.position(), (int) room));
    }
    if (!fits) {
      tooLong();
    }
  }

  abstract void read(ByteBuffer content);

  /** The bound is passed; false if the frame goes on nevertheless. */
  boolean tooLong() {
    fail(
        Reason.TOO_LONG,
        "is longer than " + maxBytes + " bytes, the maxBytes that the caller gave",
        null);
    return true;
  }

  /** No content follows. */
  final void end() {
    if (isReading()) {
      state = State.ENDING;
      readEnd();
    }
  }

  abstract void readEnd();

  /** The input is used up: what stands in it will be gone. */
  void keep() {}

  /** The stream ends in it. */
  void cut() {
    fail(Reason.CUT, CUT, null);
  }

  /** The stream ends in what announces it. */
  final void openCut(long at) {
    begin = at;
    length = 0;
    state = State.READING;
    fail(Reason.CUT, CUT, null);
  }

  /** Fails the frame when the outputs before have been polled, unless it is failing already. */
  final void fail(Reason reason, String why, @Nullable Throwable cause) {
    if (failing == null && state != State.FAILED) {
      failing = failure(reason, why, cause);
    }
  }

  private FrameException failure(Reason reason, String why, @Nullable Throwable cause) {
    return new FrameException(reason, begin, "the frame at byte " + begin + " " + why, cause);
  }

  /**
   * Fails the frame because its reader has thrown. This failure comes first, because any other
   * failure of the frame comes after the bytes that were read.
   */
  final void unreadable(Exception cause) {
    if (state != State.FAILED) {
      failing = failure(Reason.UNREADABLE, "cannot be read: " + cause.getMessage(), cause);
    }
  }

  /** Passes over the rest of its content without telling any caller. */
  final void leaveOut() {
    state = State.FAILED;
    release();
  }

  /** The next output, or the failure after the last one; null if nothing is left. */
  final @Nullable R next() {
    R next = state == State.READING || state == State.ENDING ? poll() : null;
    return next == null ? failed() : next;
  }

  /** The output for the failure, if the frame has failed and the failure was not delivered. */
  private @Nullable R failed() {
    FrameException failure = failing;
    if (failure == null) {
      return null;
    }
    failing = null;
    leaveOut();
    return failed(failure);
  }

  /** The next output of the content that was given. */
  abstract @Nullable R poll();

  abstract @Nullable R failed(FrameException failure);

  /**
   * Closes the frame, all of which was polled, and answers what tells its end: nothing if it has
   * failed.
   */
  final @Nullable R close() {
    ended++;
    try {
      R end = state == State.ENDING ? end(bounds()) : null;
      return end == null ? failed() : end;
    } finally {
      discard();
    }
  }

  abstract @Nullable R end(FrameBounds bounds);

  /** The encoding its content is read in, once it is known. */
  Optional<TextEncoding> resolvedEncoding() {
    return Optional.empty();
  }

  /** Reads what did not become an output in another way. */
  void switchTo(DecoderSpec next) {
    throw new UnsupportedOperationException(
        "whole frames have one way to read: the function that reads a frame gets its bytes, and may"
            + " read each in an encoding of its own");
  }

  /** Returns its bytes that did not become an output, and closes it. */
  abstract byte[] takeUndelivered();

  /** Drops what it keeps. */
  abstract void release();

  /** The stage is over. */
  final void discard() {
    state = State.NONE;
    failing = null;
    release();
  }
}
