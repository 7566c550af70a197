/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import java.nio.ReadOnlyBufferException;

/**
 * What becomes of exceptions on their way to the user. Those that are named here need not be named
 * where the first use of the library comes by, for to name one is to have it loaded.
 */
public final class Failures {
  private Failures() {}

  /** The same failure with the text that was decoded before it, and the one given as its cause. */
  public static IllFormedTextException withDecodedPrefix(
      IllFormedTextException failure, String prefix) {
    IllFormedTextException other = new IllFormedTextException(failure.sequence(), prefix);
    other.initCause(failure);
    return other;
  }

  /** The same of any failure, which stays as it is unless it tells of ill-formed text. */
  static Throwable withDecodedPrefix(Throwable failure, String prefix) {
    return failure instanceof IllFormedTextException illFormed
        ? withDecodedPrefix(illFormed, prefix)
        : failure;
  }

  /** What reports the sequence. */
  static RuntimeException of(IllFormedSequence sequence) {
    return sequence.toException();
  }

  /** What was asked of an object cannot be had from it. */
  static RuntimeException illegalState(String message) {
    return new IllegalStateException(message);
  }

  /** A buffer to write to cannot be written to. */
  static RuntimeException readOnly() {
    return new ReadOnlyBufferException();
  }
}
