/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stage as a user may write it, with no more than the methods it must have: an output for each
 * byte. What is not read goes on at a removal.
 */
class ForeignStage<O> implements ByteStage<O> {
  private final Function<Byte, O> maker;
  private ByteBuffer input = ByteBuffer.allocate(0);
  private int polls;
  private int closes;

  ForeignStage(Function<Byte, O> maker) {
    this.maker = maker;
  }

  @Override
  public void offer(ByteBuffer next) {
    input = next;
  }

  @Override
  public void endOfInput() {}

  @Override
  public @Nullable O poll() {
    polls++;
    return input.hasRemaining() ? maker.apply(input.get()) : null;
  }

  @Override
  public byte[] takeUndelivered() {
    byte[] rest = new byte[input.remaining()];
    input.get(rest);
    close();
    return rest;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return Optional.empty();
  }

  @Override
  public void close() {
    closes++;
  }

  int polls() {
    return polls;
  }

  boolean isClosed() {
    return closes > 0;
  }
}
