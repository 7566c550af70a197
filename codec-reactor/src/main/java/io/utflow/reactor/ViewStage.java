package io.utflow.reactor;

import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stage over {@link ByteBuffer}s that is fed from buffers of another kind, each in one or more
 * views. A buffer is released when its last view is used up, for the views are its memory: with the
 * last output, if the stage can tell that it is the last, else when the stage asks for more.
 */
final class ViewStage<B, O> implements Stage<B, O> {
  private static final ByteBuffer[] NONE = {};

  private final Buffers<B> buffers;
  private final Stage<ByteBuffer, O> stage;
  private @Nullable B held;
  private ByteBuffer[] views = NONE;
  private int viewed;

  /** Whether there is nothing to poll: the buffer went with its last output, or null was polled. */
  private boolean spent;

  /** What was thrown while an output was in hand: that goes out first. */
  private @Nullable Throwable failure;

  ViewStage(Buffers<B> buffers, Stage<ByteBuffer, O> stage) {
    this.buffers = buffers;
    this.stage = stage;
  }

  @Override
  public void offer(B input) {
    if (held != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    held = input;
    spent = false;
    views = buffers.views(input);
    offerView();
  }

  @Override
  public void endOfInput() {
    spent = false;
    stage.endOfInput();
  }

  @Override
  public @Nullable O poll() {
    if (failure != null) {
      throw ViewStage.<RuntimeException>unchecked(failure);
    }
    O output = stage.poll();
    while (output == null && offerView()) {
      output = stage.poll();
    }
    if (output == null) {
      spent = true;
    } else if (held != null && viewed == views.length) {
      releaseIfSpent();
    }
    return output;
  }

  /** False: no view is left, and the buffer is released. */
  private boolean offerView() {
    if (viewed == views.length) {
      release();
      return false;
    }
    stage.offer(views[viewed++]);
    return true;
  }

  private void releaseIfSpent() {
    try {
      if (stage.isSpent()) {
        release();
        spent = true;
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  @Override
  public boolean isSpent() {
    return spent;
  }

  /** Throws the failure as it is, checked or not. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> T unchecked(Throwable failure) throws T {
    throw (T) failure;
  }

  private void release() {
    B buffer = held;
    held = null;
    views = NONE;
    viewed = 0;
    if (buffer != null) {
      buffers.release(buffer);
    }
  }

  @Override
  public void close() {
    try {
      stage.close();
    } finally {
      release();
    }
  }
}
