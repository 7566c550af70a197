/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes on what another stage yields; a function is called with each output first. */
final class PassingStage<O> implements Stage<O, O> {
  private final Consumer<? super O> told;
  private @Nullable O input;

  PassingStage(Consumer<? super O> told) {
    this.told = told;
  }

  @Override
  public void offer(O next) {
    input = Objects.requireNonNull(next, "input");
  }

  @Override
  public void endOfInput() {}

  @Override
  public @Nullable O poll() {
    O output = input;
    input = null;
    if (output != null) {
      told.accept(output);
    }
    return output;
  }

  @Override
  public boolean isSpent() {
    return input == null;
  }

  @Override
  public void close() {
    input = null;
  }
}
