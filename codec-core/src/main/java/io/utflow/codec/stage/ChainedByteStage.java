/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Two stages as one, of which the first reads bytes. */
final class ChainedByteStage<M, O> extends ChainedStage<ByteBuffer, M, O> implements ByteStage<O> {
  private final ByteStage<M> bytes;

  ChainedByteStage(ByteStage<M> first, Stage<? super M, O> second) {
    super(first, second);
    this.bytes = first;
  }

  @Override
  public byte[] takeUndelivered() {
    Optional<TextEncoding> resolved = bytes.resolvedEncoding();
    String text = second instanceof TextStage<?, ?> stage ? stage.takeUndelivered() : "";
    byte[] rest =
        AbstractStage.join(
            AbstractStage.encoded(text, resolved), bytes.takeUndelivered(), AbstractStage.NOTHING);
    close();
    return rest;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return bytes.resolvedEncoding();
  }

  @Override
  public void switchTo(DecoderSpec next) {
    bytes.switchTo(next);
  }
}
