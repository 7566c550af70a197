/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes each buffer on when {@link Stages#validate} has found all of its views well-formed. At the
 * first buffer that proves a sequence ill-formed, it passes on the bytes before the sequence, then
 * throws.
 */
final class ValidationStage<B> extends BufferStage<B, B> {
  private final Stage<ByteBuffer, Integer> stage;

  /** The byte offset after the bytes that may pass. */
  private long position;

  /** The byte offset of the ill-formed sequence, or -1. */
  private long illFormedAt = -1;

  ValidationStage(Buffers<B> buffers, DecoderSpec spec) {
    super(buffers);
    this.position = spec.firstByte();
    // Only an observer learns the offset for certain: the sequence may begin in a view before the
    // one in which it shows, and the exception may be another observer's.
    this.stage = Stages.validate(spec.observer(sequence -> note(sequence, spec)));
  }

  private void note(IllFormedSequence sequence, DecoderSpec spec) {
    illFormedAt = sequence.byteOffset();
    spec.observer().ifPresent(observer -> observer.accept(sequence));
  }

  @Override
  public void offer(B next) {
    take(next);
  }

  @Override
  public void endOfInput() {
    stage.endOfInput();
  }

  @Override
  public @Nullable B poll() {
    throwFailure();
    B buffer = input;
    if (buffer == null) {
      stage.poll(); // At the end, a sequence that is truncated.
      return null;
    }
    B passed = passed(buffer);
    input = null;
    return passed;
  }

  /** The whole buffer, or the bytes before the ill-formed sequence. */
  private B passed(B buffer) {
    long begin = position;
    try {
      for (ByteBuffer view : buffers.views(buffer)) {
        judge(view);
      }
      return buffer;
    } catch (Throwable e) {
      // If no sequence is ill-formed, a listener has thrown.
      long end = illFormedAt < 0 ? position : illFormedAt;
      if (end <= begin) {
        throw e;
      }
      failAtNextPoll(e);
      return buffers.prefix(buffer, (int) (end - begin));
    }
  }

  /** Throws if not all of the view may pass. */
  private void judge(ByteBuffer view) {
    stage.offer(view);
    Integer passed;
    while ((passed = stage.poll()) != null) {
      position += passed;
    }
  }

  @Override
  public boolean isSpent() {
    return input == null && !hasFailed() && stage.isSpent();
  }

  @Override
  public void close() {
    stage.close();
    release();
  }
}
