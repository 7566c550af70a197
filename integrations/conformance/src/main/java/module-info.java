/* SPDX-License-Identifier: Apache-2.0 */
/** A suite that judges any streaming decoder: {@link io.utflow.conformance}. */
@org.jspecify.annotations.NullMarked
module io.utflow.conformance {
  requires static org.jspecify;
  requires static transitive org.junit.jupiter.api;

  exports io.utflow.conformance;
  exports io.utflow.conformance.junit;
}
