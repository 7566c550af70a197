/* SPDX-License-Identifier: Apache-2.0 */
/** Files of text, read by all cores: {@link io.utflow.files}. */
@org.jspecify.annotations.NullMarked
module io.utflow.files {
  requires static org.jspecify;
  requires transitive io.utflow.codec;

  exports io.utflow.files;
}
