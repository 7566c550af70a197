/* SPDX-License-Identifier: Apache-2.0 */
/** Streams of text counted in a registry of Micrometer: {@link io.utflow.micrometer}. */
@org.jspecify.annotations.NullMarked
module io.utflow.micrometer {
  requires static org.jspecify;
  requires transitive io.utflow.codec;
  requires transitive micrometer.core;

  exports io.utflow.micrometer;
}
