/* SPDX-License-Identifier: Apache-2.0 */
/** A guard against text that is well-formed and not wanted: {@link io.utflow.guard}. */
@org.jspecify.annotations.NullMarked
module io.utflow.guard {
  requires static org.jspecify;
  requires transitive io.utflow.codec;

  exports io.utflow.guard;
}
