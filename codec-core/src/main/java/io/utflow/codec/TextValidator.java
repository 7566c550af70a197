/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.engine.Validator;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Tells whether one stream of bytes, cut anywhere, is well-formed text, without decoding it.
 * Mutable, one per stream, for one thread at a time. The policy of its spec is ignored, the first
 * ill-formed sequence ends it.
 *
 * <pre>{@code
 * TextValidator validator = DecoderSpec.of(TextEncoding.UTF_8).newValidator();
 * Optional<IllFormedSequence> found = validator.validate(received, true);
 * found.ifPresent(sequence -> System.err.println("ill-formed: " + sequence));
 * }</pre>
 */
public sealed interface TextValidator extends ByteCoder permits Validator {

  /**
   * Reads all of {@code in}. A sequence cut by its end is judged with the next call, or as
   * truncated if {@code endOfInput}.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param endOfInput whether the stream ends with {@code in}
   * @return the first ill-formed sequence of the stream, with which {@code in} is used up; once it
   *     is there, the answer of every later call. The observer is told once.
   * @throws IllegalStateException if the stream has ended, or its observer has thrown, or calls
   *     this
   */
  Optional<IllFormedSequence> validate(ByteBuffer in, boolean endOfInput);

  /**
   * {@return the first ill-formed sequence of the stream, empty if it has had no such sequence}
   * Known also when {@link #validate} threw because the observer did.
   */
  Optional<IllFormedSequence> illFormedSequence();
}
