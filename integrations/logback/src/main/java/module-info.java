/* SPDX-License-Identifier: Apache-2.0 */
/** A guard in patterns of Logback: {@link io.utflow.logback}. */
@org.jspecify.annotations.NullMarked
module io.utflow.logback {
  requires static org.jspecify;
  requires io.utflow.guard;
  requires transitive ch.qos.logback.classic;
  requires transitive ch.qos.logback.core;

  exports io.utflow.logback;
}
