/* SPDX-License-Identifier: Apache-2.0 */
/** A guard against valid but dangerous characters: {@link io.utflow.guard}. */
@org.jspecify.annotations.NullMarked
module io.utflow.guard {
  requires static org.jspecify;
  requires transitive io.utflow.codec;

  exports io.utflow.guard;
}
