/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.illformed.Failures;
import org.jspecify.annotations.Nullable;

/** Two stages as one: what the first yields is offered to the second. */
class ChainedStage<I, M, O> implements Stage<I, O> {
  private final Stage<I, M> first;
  final Stage<? super M, O> second;
  private boolean ending;
  private boolean ended;
  private boolean failed;

  /** Whether the first is being polled. */
  private boolean inFirst;

  ChainedStage(Stage<I, M> first, Stage<? super M, O> second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public void offer(I input) {
    if (failed) {
      throw new IllegalStateException("no input may follow: the stage has failed");
    }
    first.offer(input);
  }

  @Override
  public void endOfInput() {
    first.endOfInput();
    ending = true;
  }

  @Override
  public @Nullable O poll() {
    if (failed) {
      return null;
    }
    try {
      return next();
    } catch (Throwable e) {
      failed = true;
      if (!inFirst) {
        // Where the second fails, the first does not read its input any more.
        first.close();
      }
      throw e;
    }
  }

  private @Nullable O next() {
    while (true) {
      O output = second.poll();
      if (output != null) {
        return output;
      }
      inFirst = true;
      M between = pollFirst();
      inFirst = false;
      if (between != null) {
        second.offer(between);
      } else if (ending && !ended) {
        ended = true;
        second.endOfInput();
      } else {
        return null;
      }
    }
  }

  /** The text that the second has read and not yielded travels with the exception of the first. */
  private @Nullable M pollFirst() {
    try {
      return first.poll();
    } catch (IllFormedTextException e) {
      String held = second instanceof TextStage<?, ?> stage ? stage.takeUndelivered() : "";
      throw held.isEmpty() ? e : Failures.withDecodedPrefix(e, held + e.decodedPrefix());
    }
  }

  @Override
  public boolean isSpent() {
    return first.isSpent() && second.isSpent();
  }

  @Override
  public void close() {
    try {
      first.close();
    } finally {
      second.close();
    }
  }
}
