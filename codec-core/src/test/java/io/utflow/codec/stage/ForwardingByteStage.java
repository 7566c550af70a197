/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A stage of somebody else, that another stage does the work of. */
class ForwardingByteStage<O> implements ByteStage<O> {
  private final ByteStage<O> stage;

  ForwardingByteStage(ByteStage<O> stage) {
    this.stage = stage;
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
    return stage.poll();
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
  public void switchTo(DecoderSpec next) {
    stage.switchTo(next);
  }

  @Override
  public void close() {
    stage.close();
  }
}
