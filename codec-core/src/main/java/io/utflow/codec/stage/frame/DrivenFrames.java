/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameException.Reason;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.FrameStage;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads frames of which somebody else says where they begin and end. */
public final class DrivenFrames<O, R> extends AbstractStage<ByteBuffer, R>
    implements FrameStage<O, R> {
  private final ReadFrame<O, R> frame;
  private @Nullable ByteStage<O> next;

  /** Whether the frame closes when all of it was polled. */
  private boolean closes;

  /** Whether the reader was given the input. */
  private boolean given;

  /** Whether the reader was switched and was not polled since: what is pending may be complete. */
  private boolean switched;

  public DrivenFrames(FrameResult<? super O, ? extends R> result, long maxBytes) {
    super(NOTHING);
    this.frame = new ReadFrame<>(at -> Objects.requireNonNull(next), result, maxBytes, heard -> {});
  }

  @Override
  public void begin(ByteStage<O> reader) {
    Objects.requireNonNull(reader, "reader");
    requireReady();
    if (frame.isOpen()) {
      throw new IllegalStateException("a frame is open: end it or cut it before the next begins");
    }
    next = reader;
    frame.open(0, -1);
    next = null;
  }

  @Override
  public void endFrame() {
    closeFrame();
    frame.end();
  }

  @Override
  public void cutFrame(Throwable cause) {
    Objects.requireNonNull(cause, "cause");
    closeFrame();
    frame.fail(Reason.CUT, "has no end: " + cause.getMessage(), cause);
  }

  private void closeFrame() {
    if (!frame.isOpen()) {
      throw new IllegalStateException("no frame is open: begin one first");
    }
    offer(NOTHING);
    closes = true;
  }

  @Override
  public boolean isInFrame() {
    return frame.isOpen() && !closes;
  }

  @Override
  public long endedFrames() {
    return frame.endedFrames();
  }

  @Override
  protected @Nullable R next(ByteBuffer input, boolean ending) {
    while (true) {
      R output = frame.next();
      if (output != null || isOver()) {
        // An observer may have closed the stage.
        return isOver() ? null : output;
      }
      // An empty one, too: behind a switch, what is pending may be complete.
      if (!given && !closes && (input.hasRemaining() || frame.isOpen() && !ending)) {
        give(input);
        continue;
      }
      given = false;
      switched = false;
      input.position(input.limit());
      if (closes) {
        closes = false;
        return frame.close();
      }
      if (!ending || !frame.isOpen()) {
        return null;
      }
      closes = true;
      frame.cut();
    }
  }

  private void give(ByteBuffer content) {
    if (!frame.isOpen()) {
      throw new IllegalStateException("content outside of a frame: begin one first");
    }
    given = true;
    frame.give(content);
  }

  @Override
  protected boolean hasPutBack() {
    return switched;
  }

  @Override
  protected boolean readsInputGiven() {
    return true;
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    boolean used = given && frame.isSpent();
    if (used) {
      given = false;
      input.position(input.limit());
    }
    return used;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return frame.resolvedEncoding();
  }

  @Override
  public void switchTo(DecoderSpec next) {
    requireOpen();
    frame.switchTo(next);
    switched = true;
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    // Without a reader that has it, the input is of a frame that has failed.
    byte[] rest = frame.takeUndelivered();
    if (!given && frame.isOpen() && !frame.isFailed()) {
      rest = join(rest, NO_BYTES, current());
    }
    close();
    return rest;
  }

  @Override
  protected void discard() {
    frame.discard();
  }
}
