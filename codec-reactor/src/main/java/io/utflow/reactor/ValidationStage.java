package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes each buffer on once {@link Stages#validate} has let all of its views pass; of the first
 * that holds an ill-formed sequence, what is before that, and then the error.
 */
final class ValidationStage<B> implements Stage<B, B> {
  private final Buffers<B> buffers;
  private final Stage<ByteBuffer, Integer> stage;
  private @Nullable B held;
  private @Nullable Throwable failure;

  /** The byte offset behind what was judged. */
  private long position;

  /** The byte offset of the ill-formed sequence, or -1. */
  private long found = -1;

  ValidationStage(Buffers<B> buffers, DecoderSpec spec) {
    this.buffers = buffers;
    this.position = spec.firstByte();
    // It may begin in a view before the one in which it shows, and the observer may throw.
    this.stage = Stages.validate(spec.observer(sequence -> note(sequence, spec)));
  }

  private void note(IllFormedSequence sequence, DecoderSpec spec) {
    found = sequence.offset();
    spec.observer().ifPresent(observer -> observer.accept(sequence));
  }

  @Override
  public void offer(B input) {
    if (held != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    held = input;
  }

  @Override
  public void endOfInput() {
    stage.endOfInput();
  }

  @Override
  public @Nullable B poll() {
    if (failure != null) {
      throw ViewStage.<RuntimeException>unchecked(failure);
    }
    B buffer = held;
    if (buffer == null) {
      stage.poll(); // At the end, a sequence that is truncated.
      return null;
    }
    long begin = position;
    try {
      for (ByteBuffer view : buffers.views(buffer)) {
        judge(view);
      }
    } catch (Throwable e) { // An observer in Kotlin or Scala may throw what it does not declare.
      if (found <= begin) {
        throw e;
      }
      failure = e;
      buffer = buffers.prefix(buffer, (int) (found - begin));
    }
    held = null;
    return buffer;
  }

  /** Throws if not all of the view may pass. */
  private void judge(ByteBuffer view) {
    position += view.remaining();
    stage.offer(view);
    Integer passed;
    do {
      passed = stage.poll();
    } while (passed != null);
  }

  @Override
  public boolean isSpent() {
    return held == null && failure == null && stage.isSpent();
  }

  @Override
  public void close() {
    stage.close();
    B buffer = held;
    held = null;
    if (buffer != null) {
      buffers.release(buffer);
    }
  }
}
