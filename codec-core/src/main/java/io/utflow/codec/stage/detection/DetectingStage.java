/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.coding.ReadingStage;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Holds bytes back until the encoding is known, then passes them to a stage that decodes them. */
public final class DetectingStage<O> extends ReadingStage<O> {
  private final Function<DecoderSpec, ByteStage<O>> maker;
  private final DecoderSpec first;
  private final Consumer<? super Detected> observer;
  private final Deque<Judge> judges;
  private ByteStage<O> stage;

  /** The bytes that wait for the judge. */
  private byte[] waiting = NO_BYTES;

  private int length;

  /** The number of bytes that the stage was given. */
  private long passed;

  /** Whether what passed were whole lines, so that another stage can go on. */
  private final boolean passesWholeLines;

  /** The stage that goes on when this one has yielded all bytes that passed. */
  private @Nullable ByteStage<O> following;

  private boolean ended;

  /** Whether the stage was switched and was not polled since: what is pending may be complete. */
  private boolean switched;

  /**
   * @param first how the stream is read as long as nothing is decided
   * @param otherwise how it is read if nothing else is found
   * @param judges who judge the stream, one after the other
   * @param observer who is told of the answer
   */
  public DetectingStage(
      DecoderSpec first,
      DecoderSpec otherwise,
      List<Judge> judges,
      Consumer<? super Detected> observer,
      boolean passesWholeLines,
      Function<DecoderSpec, ByteStage<O>> maker) {
    this.maker = maker;
    this.judges = new ArrayDeque<>(judges);
    this.observer = observer;
    this.passesWholeLines = passesWholeLines;
    this.first = first;
    this.stage = maker.apply(first);
    // A spec that does not go with the stage fails here.
    maker.apply(otherwise).close();
  }

  @Override
  protected @Nullable O read(ByteBuffer input, boolean ending) {
    while (true) {
      O output = stage.poll();
      // An observer, also that of the detection, may close this stage.
      if (output != null || isOver()) {
        return output;
      }
      switched = false;
      Judge judge = judges.peek();
      int free = judge == null ? input.remaining() : length == 0 ? judge.safeBytes(input) : 0;
      if (following != null) {
        stage.close();
        stage = following;
        following = null;
      } else if (free > 0) {
        pass(input, free);
      } else if (judge != null && needNotWait(judge, input, ending)) {
        putBack(takeWaiting());
        return isOver() ? null : next(input, ending);
      } else if (judge == null && ending && !ended) {
        ended = true;
        stage.endOfInput();
      } else {
        return null;
      }
    }
  }

  /** Not while a judge may put bytes back, which are read before those of the input. */
  @Override
  protected boolean readsInputGiven() {
    return judges.isEmpty() && length == 0 && super.readsInputGiven();
  }

  @Override
  protected boolean hasPutBack() {
    return switched || super.hasPutBack();
  }

  private void pass(ByteBuffer input, int count) {
    passed += count;
    stage.offer(input.slice(input.position(), count));
    input.position(input.position() + count);
  }

  /** Whether the bytes that wait are to be read again: it is known how, or it does not matter. */
  private boolean needNotWait(Judge judge, ByteBuffer input, boolean ending) {
    if (length > 0 && judge.completesSafeBytes(waiting, length, input)) {
      return true;
    }
    take(input, Math.min(judge.window() - length, input.remaining()));
    boolean last = length >= judge.window() || ending && !input.hasRemaining();
    Judge.Verdict verdict = judge.judge(waiting, length, last, last && length < judge.window());
    if (!verdict.isFinal()) {
      return false;
    }
    judges.remove();
    Detected found = verdict.found();
    if (found != null) {
      goOnIn(found.spec());
      observer.accept(found);
    }
    return true;
  }

  private void take(ByteBuffer input, int count) {
    if (waiting.length < length + count) {
      waiting = Arrays.copyOf(waiting, Math.max(length + count, 2 * length));
    }
    input.get(waiting, length, count);
    length += count;
  }

  private byte[] takeWaiting() {
    byte[] bytes = Arrays.copyOf(waiting, length);
    waiting = NO_BYTES;
    length = 0;
    return bytes;
  }

  private void goOnIn(DecoderSpec spec) {
    judges.clear();
    if (spec.equals(first)) {
      return;
    }
    if (passed == 0) {
      following = maker.apply(spec);
    } else if (passesWholeLines) {
      stage.endOfInput();
      long begin = first.firstByte() + passed;
      following = maker.apply(spec.bom(BomPolicy.KEEP).countingFrom(begin));
    } else {
      // Behind other text a mark is text.
      stage.switchTo(spec.bom(BomPolicy.KEEP));
    }
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    return !input.hasRemaining() && stage.isSpent();
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    if (!judges.isEmpty()) {
      return Optional.empty();
    }
    return following == null ? stage.resolvedEncoding() : following.resolvedEncoding();
  }

  /** The waiting bytes are read as {@code next} says, and no judge is asked any more. */
  @Override
  public void switchTo(DecoderSpec next) {
    requireOpen();
    (following == null ? stage : following).switchTo(next);
    switched = true;
    judges.clear();
    putBack(takeWaiting());
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    return close(join(stage.takeUndelivered(), takeWaiting(), NOTHING));
  }

  @Override
  protected void discard() {
    super.discard();
    waiting = NO_BYTES;
    length = 0;
    if (!hasFailed()) {
      stage.close();
    }
  }
}
