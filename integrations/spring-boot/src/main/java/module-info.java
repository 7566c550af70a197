/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the codecs for Spring Boot: {@link io.utflow.spring.boot}. */
@org.jspecify.annotations.NullMarked
module io.utflow.spring.boot {
  requires static org.jspecify;
  requires transitive io.utflow.spring;
  // What guards and what counts is optional.
  requires static io.utflow.guard;
  requires static io.utflow.micrometer;
  requires static micrometer.core;
  requires org.apache.commons.logging;
  requires spring.beans;
  requires spring.boot;
  requires spring.boot.autoconfigure;
  requires spring.boot.http.codec;
  requires spring.context;
  requires spring.core;
  // Not in a servlet application.
  requires static spring.webflux;

  exports io.utflow.spring.boot;

  // Spring makes the beans.
  opens io.utflow.spring.boot;
}
