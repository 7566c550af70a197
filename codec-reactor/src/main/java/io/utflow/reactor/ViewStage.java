/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.atonce.AtOnceReader;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a stage over {@link ByteBuffer}s from buffers of another kind, each in one or more views. A
 * buffer is released when its last view is used up, for the views are its memory: with the last
 * output, if the stage can tell that it is the last, else when the stage asks for more.
 */
final class ViewStage<B, O> extends BufferStage<B, O> {
  private static final ByteBuffer[] NONE = {};

  private final Stage<ByteBuffer, O> stage;

  /** The same if it can read a short buffer in one call. */
  private final @Nullable AtOnceReader<O> atOnce;

  private ByteBuffer[] views = NONE;
  private int viewed;

  /** Whether there is nothing to poll: the buffer went with its last output, or null was polled. */
  private boolean spent;

  ViewStage(Buffers<B> buffers, Stage<ByteBuffer, O> stage) {
    super(buffers);
    this.stage = stage;
    this.atOnce = AtOnceReader.of(stage);
  }

  /**
   * Offers a buffer and polls once, for a stage that is {@linkplain #isSpent spent}: often in one
   * call, for most short buffers are one output.
   *
   * @return the first output, or null if there is none
   */
  @Nullable O read(B next) {
    O output = atOnce != null && atOnce.readsAtOnce() ? readAtOnce(next, atOnce) : null;
    if (output == null) {
      offer(next);
      return poll();
    }
    spent = true;
    try {
      buffers.release(next);
    } catch (Throwable e) {
      spent = false;
      failAtNextPoll(e);
    }
    return output;
  }

  private @Nullable O readAtOnce(B next, AtOnceReader<O> bytes) {
    try {
      return buffers.readAtOnce(next, bytes);
    } catch (Throwable e) {
      // It is this stage's to release.
      take(next);
      throw e;
    }
  }

  @Override
  public void offer(B next) {
    take(next);
    spent = false;
    views = buffers.views(next);
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
    try {
      if (stage.isSpent()) {
        releaseViewed();
        spent = true;
      }
    } catch (Throwable e) {
      failAtNextPoll(e);
    }
  }

  private void releaseViewed() {
    views = NONE;
    viewed = 0;
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
