/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

/** Both applications, started once for all tests; Spring stops them when the JVM ends. */
final class Sides {
  private Sides() {}

  static Side utflow() {
    return Utflow.SIDE;
  }

  static Side spring() {
    return Spring.SIDE;
  }

  private static final class Utflow {
    static final Side SIDE = Side.utflow();
  }

  private static final class Spring {
    static final Side SIDE = Side.spring();
  }
}
