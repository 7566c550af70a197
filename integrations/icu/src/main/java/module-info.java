/* SPDX-License-Identifier: Apache-2.0 */
/** Adds the services of ICU4J to streams of text: {@link io.utflow.icu}. */
@org.jspecify.annotations.NullMarked
module io.utflow.icu {
  requires static org.jspecify;
  requires transitive io.utflow.codec;
  requires com.ibm.icu;

  exports io.utflow.icu;
}
