/* SPDX-License-Identifier: Apache-2.0 */
/** Codecs for Spring's reactive web: {@link io.utflow.spring}. */
@org.jspecify.annotations.NullMarked
module io.utflow.spring {
  requires static org.jspecify;
  requires transitive io.utflow.reactor;
  requires transitive spring.core;
  requires transitive spring.web;
  requires org.apache.commons.logging;
  // Who wraps a WebSocketHandler has it. Not transitive: who has it not must compile, too.
  requires static spring.webflux;
  // Whichever of the two Jacksons there is.
  requires static tools.jackson.databind;
  requires static com.fasterxml.jackson.databind;

  exports io.utflow.spring;
}
