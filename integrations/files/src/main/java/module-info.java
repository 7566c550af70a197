/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Files of text, read by all cores: {@link io.utflow.files}. A module that uses {@link
 * io.utflow.files.FileText} requires {@code reactor.core} itself.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.files {
  requires static org.jspecify;
  requires transitive io.utflow.codec;
  // For FileText alone.
  requires static org.reactivestreams;
  requires static reactor.core;

  exports io.utflow.files;
}
