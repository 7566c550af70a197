/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Validator;
import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Validates bytes: an output is the number of bytes that may pass.
 *
 * <p>It is given bytes, cut anywhere. It guarantees that the bytes before the first ill-formed
 * sequence pass before that sequence fails the stream; the beginning of a cut sequence passes with
 * its input. It leaves to the caller to pass them, and to {@link Validator} to find the sequence.
 */
public final class ValidateStage extends AbstractStage<ByteBuffer, Integer>
    implements ByteStage<Integer>, ForgetsInput {
  private final Validator validator;

  public ValidateStage(DecoderSpec spec) {
    super(NOTHING);
    this.validator = Validator.quiet(new Validator(spec));
  }

  @Override
  protected @Nullable Integer next(ByteBuffer input, boolean ending) {
    int length = input.remaining();
    if (length == 0 && !ending) {
      return null;
    }
    long taken = validator.position() + validator.pendingBytes();
    try {
      Optional<IllFormedSequence> found = validator.validate(input, ending);
      if (found.isPresent()) {
        throw found.get().toException();
      }
      return length == 0 ? null : length;
    } catch (Throwable e) {
      long illFormed =
          validator.illFormedSequence().map(IllFormedSequence::byteOffset).orElse(taken);
      if (illFormed <= taken) {
        throw e;
      }
      failBehindOutput(e);
      return (int) (illFormed - taken);
    }
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    return true;
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
