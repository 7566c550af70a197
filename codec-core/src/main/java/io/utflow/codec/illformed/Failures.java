/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedTextException;

/**
 * Brings failures to the user. It is given exceptions, and guarantees that no exception is lost.
 */
public final class Failures {
  private Failures() {}

  /** A copy of a failure that holds the text decoded before it; the given one is its cause. */
  public static IllFormedTextException withDecodedPrefix(
      IllFormedTextException failure, String prefix) {
    IllFormedTextException other = new IllFormedTextException(failure.sequence(), prefix);
    other.initCause(failure);
    return other;
  }

  /**
   * Throws what an observer or a handler has thrown, unchanged, when it could not be thrown at
   * once: {@code throw Failures.rethrow(failure)}. In Kotlin and Scala these throw checked
   * exceptions too, which no signature here declares.
   */
  public static RuntimeException rethrow(Throwable failure) {
    throw Failures.<RuntimeException>asAny(failure);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E asAny(Throwable failure) throws E {
    throw (E) failure;
  }
}
