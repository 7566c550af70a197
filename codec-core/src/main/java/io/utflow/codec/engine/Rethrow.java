/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

/**
 * Throws what an observer or a handler has thrown, when it could not be thrown at once. In Kotlin
 * and Scala these throw checked exceptions too, which no signature here declares.
 */
public final class Rethrow {
  private Rethrow() {}

  /** Throws {@code failure} itself; to be written {@code throw Rethrow.unchanged(failure)}. */
  public static RuntimeException unchanged(Throwable failure) {
    throw Rethrow.<RuntimeException>asAny(failure);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E asAny(Throwable failure) throws E {
    throw (E) failure;
  }
}
