/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.IllFormedTextException;

/** What becomes of exceptions on their way to the user. */
public final class Failures {
  private Failures() {}

  /** The same failure with the text that was decoded before it, and the one given as its cause. */
  public static IllFormedTextException withDecodedPrefix(
      IllFormedTextException failure, String prefix) {
    IllFormedTextException other = new IllFormedTextException(failure.sequence(), prefix);
    other.initCause(failure);
    return other;
  }
}
