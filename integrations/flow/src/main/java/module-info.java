/* SPDX-License-Identifier: Apache-2.0 */
/** Stages in the streams of the JDK, and bodies of its HTTP client: {@link io.utflow.flow}. */
@org.jspecify.annotations.NullMarked
module io.utflow.flow {
  requires static org.jspecify;
  requires transitive io.utflow.codec;
  // Whoever names the bodies reads it already; streams do without.
  requires static transitive java.net.http;

  exports io.utflow.flow;
}
