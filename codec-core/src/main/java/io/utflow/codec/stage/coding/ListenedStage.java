/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A stage that tells a listener once for each input, so that the stage itself, which has none,
 * works as it does without.
 */
class ListenedStage<I, O> implements Stage<I, O> {
  private final Stage<I, O> stage;
  private final Listening<O> listening;

  /** Offered, and not told of. */
  private boolean hasInput;

  private boolean polling;
  private boolean closed;

  /** What was told. */
  private long read;

  private long illFormed;

  /** What came out and was not told. */
  private long written;

  ListenedStage(Stage<I, O> stage, Listening<O> listening) {
    this.stage = stage;
    this.listening = listening;
    this.read = listening.progress().read();
  }

  /** The encoding to tell of. */
  TextEncoding encoding() {
    return listening.named();
  }

  @Override
  public final void offer(I input) {
    refuseFromWithin();
    stage.offer(input);
    hasInput = true;
  }

  @Override
  public final void endOfInput() {
    stage.endOfInput();
  }

  @Override
  public final @Nullable O poll() {
    refuseFromWithin();
    polling = true;
    try {
      O output = next();
      if (output == null) {
        tellOrClose();
      } else {
        written += listening.length().applyAsInt(output);
      }
      return output;
    } finally {
      polling = false;
    }
  }

  private @Nullable O next() {
    try {
      return stage.poll();
    } catch (Throwable e) {
      try {
        tell();
      } catch (Throwable thrownByListener) {
        e.addSuppressed(thrownByListener);
      }
      throw e;
    }
  }

  /** Tells what has come of the input, or of the end. */
  private void tell() {
    long nowRead = listening.progress().read() - read;
    long nowIllFormed = listening.progress().illFormed() - illFormed;
    long nowWritten = written;
    if (closed || !hasInput && (nowRead | nowIllFormed | nowWritten) == 0) {
      return;
    }
    hasInput = false;
    read += nowRead;
    illFormed += nowIllFormed;
    written = 0;
    listening.listener().coded(encoding(), nowRead, nowWritten, nowIllFormed);
  }

  private void tellOrClose() {
    try {
      tell();
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  /** Tells what has come of an input that is not spent; the stage stays as it is. */
  final void tellUnspent() {
    refuseFromWithin();
    polling = true;
    try {
      if (hasInput) {
        tell();
      }
    } finally {
      polling = false;
    }
  }

  private void refuseFromWithin() {
    if (polling) {
      throw new IllegalStateException(
          "called from within an observer, a handler or the listener of the stage");
    }
  }

  @Override
  public final void close() {
    closed = true;
    stage.close();
  }
}
