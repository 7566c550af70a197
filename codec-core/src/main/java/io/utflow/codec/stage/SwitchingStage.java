/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks with each output whether what follows is to be read in another way. */
final class SwitchingStage<O> implements ByteStage<O> {
  private final ByteStage<O> stage;
  private final Function<? super O, Optional<DecoderSpec>> next;

  SwitchingStage(ByteStage<O> stage, Function<? super O, Optional<DecoderSpec>> next) {
    this.stage = stage;
    this.next = next;
  }

  @Override
  public void offer(ByteBuffer input) {
    stage.offer(input);
  }

  @Override
  public void endOfInput() {
    stage.endOfInput();
  }

  @Override
  public @Nullable O poll() {
    O output = stage.poll();
    if (output != null) {
      next.apply(output).ifPresent(stage::switchTo);
    }
    return output;
  }

  @Override
  public boolean isSpent() {
    return stage.isSpent();
  }

  @Override
  public byte[] takeUndelivered() {
    return stage.takeUndelivered();
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return stage.resolvedEncoding();
  }

  @Override
  public void switchTo(DecoderSpec spec) {
    stage.switchTo(spec);
  }

  @Override
  public void close() {
    stage.close();
  }
}
