/* SPDX-License-Identifier: Apache-2.0 */
/** An application that names what it uses: all of Utflow, and of others Spring Boot. */
module consumer {
  requires io.utflow.codec;
  requires io.utflow.files;
  requires io.utflow.flow;
  requires io.utflow.guard;
  requires io.utflow.icu;
  requires io.utflow.micrometer;
  requires io.utflow.netty;
  requires io.utflow.reactor;
  requires io.utflow.rewrite;
  requires io.utflow.spring;
  requires io.utflow.spring.boot;
  requires spring.boot;
  requires spring.boot.autoconfigure;
  requires spring.context;

  // Spring makes the beans.
  opens consumer;
}
