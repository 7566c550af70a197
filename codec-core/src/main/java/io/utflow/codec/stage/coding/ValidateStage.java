/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Validator;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Validates bytes: an output is how many of them may pass. */
public final class ValidateStage extends AbstractStage<ByteBuffer, Integer>
    implements ByteStage<Integer> {
  private final Validator validator;
  private @Nullable Throwable failure;

  public ValidateStage(DecoderSpec spec) {
    super(NOTHING);
    this.validator = Validator.quiet(spec);
  }

  @Override
  protected @Nullable Integer next(ByteBuffer input, boolean ending) {
    if (failure != null) {
      throw Failures.rethrow(failure);
    }
    int length = input.remaining();
    if (length == 0 && !ending) {
      return null;
    }
    long taken = validator.position() + validator.pendingBytes();
    try {
      validator.validate(input, ending).map(IllFormedSequence::toException).ifPresent(this::fail);
    } catch (Throwable e) {
      fail(e);
    }
    if (failure == null) {
      return length == 0 ? null : length;
    }
    long valid =
        validator.illFormedSequence().map(IllFormedSequence::byteOffset).orElse(taken) - taken;
    if (valid <= 0) {
      throw Failures.rethrow(failure);
    }
    return (int) valid;
  }

  private void fail(Throwable e) {
    failure = e;
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    return failure == null;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return validator.resolvedEncoding();
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    byte[] rest = join(NO_BYTES, NO_BYTES, current());
    close();
    return rest;
  }

  @Override
  public long read() {
    return validator.position();
  }

  @Override
  public long illFormedCount() {
    return validator.illFormedCount();
  }
}
