/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameException.Reason;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Reads the frames that a finder finds in a stream. */
public final class FoundFrames<R> extends AbstractStage<ByteBuffer, R> implements FramedStage<R> {
  private final Finding finding;
  private final OpenFrame<R> frame;

  /** Whether the reader was switched and was not polled since: what is pending may be complete. */
  private boolean switched;

  private FoundFrames(FrameFinder<?> finder, OpenFrame<R> frame, long firstByte) {
    super(NOTHING);
    this.finding = new Finding(finder, firstByte);
    this.frame = frame;
  }

  /** Each frame is read by a stage of its own. */
  public static <O, R> FoundFrames<R> read(
      FrameFinder<? super O> finder,
      LongFunction<? extends ByteStage<O>> readers,
      FrameResult<? super O, ? extends R> result,
      long maxBytes) {
    return new FoundFrames<>(finder, new ReadFrame<>(readers, result, maxBytes, finder::heard), 0);
  }

  /** Each frame becomes one element. */
  public static <R> FoundFrames<R> whole(
      FrameFinder<? super R> finder, WholeFrame<R> whole, int maxBytes, TooLongPolicy onTooLong) {
    return whole(finder, whole, maxBytes, onTooLong, 0);
  }

  /** The same, of a stream whose byte offsets begin with this one. */
  static <R> FoundFrames<R> whole(
      FrameFinder<? super R> finder,
      WholeFrame<R> whole,
      int maxBytes,
      TooLongPolicy onTooLong,
      long firstByte) {
    return new FoundFrames<>(
        finder, new GatheredFrame<>(whole, maxBytes, onTooLong, finder::heard), firstByte);
  }

  @Override
  public boolean isInFrame() {
    return frame.isOpen() || finding.hasUndecided();
  }

  @Override
  public long endedFrames() {
    return frame.endedFrames();
  }

  @Override
  protected @Nullable R next(ByteBuffer input, boolean ending) {
    while (!isOver()) {
      R output = frame.next();
      if (output == null && !isOver()) {
        switched = false;
        if (!finding.isDone()) {
          output = goOn(input);
        } else if (finding.find(input, ending)) {
          begin(input);
        } else {
          frame.keep();
          if (!ending || !frame.isOpen() && !finding.hasUndecided()) {
            return null;
          }
          output = cut();
        }
      }
      if (output != null && !isOver()) {
        return output;
      }
    }
    // An observer has closed the stage.
    return null;
  }

  /**
   * Begins to carry out the finder's answer: passes over marks, and opens a frame for the next
   * bytes.
   */
  private void begin(ByteBuffer input) {
    FrameException loss = finding.loss();
    if (loss != null) {
      throw loss;
    }
    if (finding.begins() && frame.isOpen()) {
      throw new IllegalStateException("the finder begins a frame in a frame that it has not ended");
    }
    if (finding.whyBroken() != null && !frame.isOpen() && finding.skipsNothing()) {
      throw new IllegalStateException("the finder breaks a frame of no bytes");
    }
    finding.skipBefore(input);
    if (finding.isOfFrame() && !frame.isOpen()) {
      frame.open(finding.position(), finding.announced());
    }
    String broken = finding.whyBroken();
    if (broken != null) {
      frame.fail(Reason.BROKEN, broken, null);
    }
  }

  /** Carries out the next part of the finder's answer. */
  private @Nullable R goOn(ByteBuffer input) {
    if (finding.hasContent()) {
      frame.give(finding.takeContent(input));
    } else if (finding.ends() && frame.isReading()) {
      frame.end();
    } else if (finding.ends()) {
      finding.skipMark(input);
      finding.done();
      if (frame.isFailed()) {
        finding.frameFailed();
      }
      return frame.close();
    } else {
      finding.done();
      return finding.whyBroken() == null ? null : frame.close();
    }
    return null;
  }

  /** The stream has ended in a frame, or in what announces one. */
  private @Nullable R cut() {
    if (frame.isReading()) {
      frame.cut();
    } else if (frame.isOpen()) {
      finding.dropUndecided();
      return frame.close();
    } else {
      frame.openCut(finding.position());
    }
    return null;
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
    byte[] open = frame.takeUndelivered();
    boolean passes = frame.isFailed();
    while (passes && (!finding.isDone() || finding.find(current(), false))) {
      passes = !finding.passFailed(current());
    }
    byte[] rest = join(open, finding.takeRest(current()), NOTHING);
    close();
    return rest;
  }

  @Override
  protected void discard() {
    frame.discard();
  }
}
