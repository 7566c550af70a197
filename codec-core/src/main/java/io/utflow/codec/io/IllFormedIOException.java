/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import java.nio.charset.CharacterCodingException;

/**
 * Thrown by readers and writers where a sequence is ill-formed and the spec reports it. It is a
 * {@link CharacterCodingException}, as those of the JDK's readers, so code that catches an {@code
 * IOException} catches it.
 */
public final class IllFormedIOException extends CharacterCodingException {
  private static final long serialVersionUID = 1L;

  /** Where, what and why. */
  private final IllFormedSequence sequence;

  IllFormedIOException(IllFormedTextException cause) {
    initCause(cause);
    this.sequence = cause.sequence();
  }

  /** {@return the ill-formed sequence: where it stands, its bytes and its cause} */
  public IllFormedSequence sequence() {
    return sequence;
  }

  @Override
  public String getMessage() {
    return sequence.toString();
  }
}
