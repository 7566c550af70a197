package io.utflow.reactor;

import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stage over {@link ByteBuffer}s that is fed from buffers of another kind, each in one or more
 * views. A buffer is released when its last view is used up, for the views are its memory.
 */
final class ViewStage<B, O> implements Stage<B, O> {
  private final Buffers<B> buffers;
  private final Stage<ByteBuffer, O> stage;
  private @Nullable B held;

  /** Its views, if it has several. */
  private ByteBuffer @Nullable [] views;

  private int viewed;

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
  }

  @Override
  public void endOfInput() {
    stage.endOfInput();
  }

  @Override
  public @Nullable O poll() {
    O output = stage.poll();
    while (output == null && offerView()) {
      output = stage.poll();
    }
    return output;
  }

  /** False: no view is left, and the buffer is released. */
  private boolean offerView() {
    if (held == null) {
      return false;
    }
    ByteBuffer[] all = viewed == 0 ? buffers.views(held) : views;
    if (all == null || viewed == all.length) {
      release();
      return false;
    }
    if (viewed == 0 && all.length > 1) {
      views = all;
    }
    stage.offer(all[viewed++]);
    return true;
  }

  private void release() {
    B buffer = held;
    held = null;
    views = null;
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
