/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextValidator;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Reads bytes up to the first ill-formed sequence, and decodes nothing.
 *
 * <p>It is given inputs. It guarantees that it finds what a decoder that reports would report
 * first, and uses up all inputs from there on. It leaves everything but that to {@link
 * DecodingLoop}.
 */
public final class Validator extends DecodingLoop implements TextValidator {
  private static final MalformedRule REPORT = MalformedRule.of(MalformedPolicy.REPORT);

  public Validator(DecoderSpec spec) {
    super(spec, REPORT);
  }

  @Override
  public Optional<IllFormedSequence> validate(ByteBuffer in, boolean endOfInput) {
    return callAndTell(() -> judge(in, endOfInput), judged -> 0);
  }

  private Optional<IllFormedSequence> judge(ByteBuffer in, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      if (!hasReported()) {
        run(in, endOfInput, w);
      }
    } catch (Throwable e) {
      if (!hasReported()) {
        // The observer threw.
        throw e;
      }
    } finally {
      w.giveBack();
    }
    if (hasReported()) {
      in.position(in.limit());
    }
    return illFormedSequence();
  }

  @Override
  public Optional<IllFormedSequence> illFormedSequence() {
    return Optional.ofNullable(failedAt());
  }

  @Override
  void convert(Workspace w, Kernel kernel) {
    w.pos += kernel.wellFormedPrefix(w.src, w.pos, w.end);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    return true;
  }
}
