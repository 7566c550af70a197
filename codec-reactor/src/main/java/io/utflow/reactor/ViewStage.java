/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.pool.ShortCopy;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a stage over {@link ByteBuffer}s from buffers of another kind, each in one or more views,
 * or in a copy. A buffer is released when its last view is used up, because the views share its
 * memory: with the last output, if the stage can tell that it is the last, else when the stage asks
 * for more.
 */
final class ViewStage<B, O> extends BufferStage<B, O> {
  private static final ByteBuffer[] NONE = {};

  private final Stage<ByteBuffer, O> stage;
  private final boolean takesCopies;
  private ByteBuffer[] views = NONE;
  private int viewed;

  /** The copy that the view shows, if there is one; given back when it is used up. */
  private @Nullable ShortCopy copy;

  /** Whether there is nothing to poll: the buffer went with its last output, or null was polled. */
  private boolean spent;

  ViewStage(Buffers<B> buffers, Stage<ByteBuffer, O> stage) {
    super(buffers);
    this.stage = stage;
    this.takesCopies = stage instanceof ForgetsInput;
  }

  /** In one call, because most short buffers are one output. */
  @Override
  public @Nullable O offerAndPoll(B next) {
    ShortCopy bytes = copyOf(next);
    if (bytes == null) {
      offer(next);
      return poll();
    }
    O output = null;
    spent = false;
    try {
      output = stage.offerAndPoll(bytes.bytes());
      spent = output == null || isStageSpent();
    } finally {
      // Only then: to write a reference costs some collectors a memory fence.
      if (!spent) {
        keep(next, bytes);
      }
    }
    if (spent) {
      bytes.giveBack();
      releaseBehind(output, next);
    }
    return output;
  }

  /** If the stage throws here, the stream fails after the output before. */
  private boolean isStageSpent() {
    try {
      return stage.isSpent();
    } catch (Throwable e) {
      failAtNextPoll(e);
      return false;
    }
  }

  /** Null: the stage is shown views of the buffer. */
  private @Nullable ShortCopy copyOf(B next) {
    if (!takesCopies) {
      return null;
    }
    try {
      return buffers.copy(next);
    } catch (Throwable e) {
      // It is this stage's to release.
      take(next);
      throw e;
    }
  }

  /** Keeps a buffer that the stage has not used up, or has failed in. */
  private void keep(B next, ShortCopy bytes) {
    take(next);
    copy = bytes;
    views = bytes.views();
    viewed = views.length;
  }

  private void releaseBehind(@Nullable O output, B buffer) {
    try {
      buffers.release(buffer);
    } catch (Throwable e) {
      if (output == null) {
        throw e;
      }
      spent = false;
      failAtNextPoll(e);
    }
  }

  @Override
  public void offer(B next) {
    take(next);
    spent = false;
    copy = takesCopies ? buffers.copy(next) : null;
    views = copy == null ? buffers.views(next) : copy.views();
    offerView();
  }

  @Override
  public void endOfInput() {
    spent = false;
    stage.endOfInput();
  }

  @Override
  public @Nullable O poll() {
    throwFailure();
    O output = stage.poll();
    while (output == null && offerView()) {
      output = stage.poll();
    }
    if (output == null) {
      spent = true;
    } else if (input != null && viewed == views.length) {
      releaseIfSpent();
    }
    return output;
  }

  /** False: no view is left, and the buffer is released. */
  private boolean offerView() {
    if (viewed == views.length) {
      releaseViewed();
      return false;
    }
    stage.offer(views[viewed++]);
    return true;
  }

  private void releaseIfSpent() {
    if (!isStageSpent()) {
      return;
    }
    try {
      releaseViewed();
      spent = true;
    } catch (Throwable e) {
      failAtNextPoll(e);
    }
  }

  private void releaseViewed() {
    views = NONE;
    viewed = 0;
    ShortCopy bytes = copy;
    if (bytes != null) {
      copy = null;
      bytes.giveBack();
    }
    release();
  }

  @Override
  public boolean isSpent() {
    return spent;
  }

  @Override
  public void close() {
    try {
      stage.close();
    } finally {
      releaseViewed();
    }
  }
}
