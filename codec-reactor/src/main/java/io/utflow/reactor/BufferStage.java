/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A stage over buffers of one kind. It owns the input until that is used up, and keeps a failure
 * back while there is an output to go before it.
 */
abstract class BufferStage<B, O> implements Stage<B, O> {
  final Buffers<B> buffers;

  /** The input that is not used up. */
  @Nullable B input;

  /** The exception that the next poll throws. */
  private @Nullable Throwable failure;

  BufferStage(Buffers<B> buffers) {
    this.buffers = buffers;
  }

  final void take(B next) {
    if (input != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    input = next;
  }

  final void release() {
    B buffer = input;
    input = null;
    if (buffer != null) {
      buffers.release(buffer);
    }
  }

  final void failAtNextPoll(Throwable thrown) {
    failure = thrown;
  }

  final boolean hasFailed() {
    return failure != null;
  }

  final void throwFailure() {
    if (failure != null) {
      throw BufferStage.<RuntimeException>unchecked(failure);
    }
  }

  /** Throws the failure as it is: an observer in Kotlin or Scala may throw a checked one. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable failure) throws T {
    throw (T) failure;
  }
}
