/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A stage of bytes that tells a listener once for each input. */
public final class ListenedByteStage<O> extends ListenedStage<ByteBuffer, O>
    implements ByteStage<O> {
  private final ByteStage<O> stage;

  public ListenedByteStage(ByteStage<O> stage, Listening<O> listening) {
    super(stage, listening);
    this.stage = stage;
  }

  @Override
  TextEncoding encoding() {
    return resolvedEncoding().orElse(super.encoding());
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return stage.resolvedEncoding();
  }

  @Override
  public byte[] takeUndelivered() {
    // First, so that the rest is still there if the listener throws.
    tellUnspent();
    return stage.takeUndelivered();
  }

  /** The listener stays. */
  @Override
  public void switchTo(DecoderSpec next) {
    stage.switchTo(next);
  }
}
