/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

/** Throws as Kotlin and Scala do: also a checked exception where none is declared. */
final class Sneaky {
  private Sneaky() {}

  static void sneak(Throwable thrown) {
    Sneaky.<RuntimeException>as(thrown);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void as(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
