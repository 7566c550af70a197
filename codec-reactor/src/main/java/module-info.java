/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reactor operators over text that was cut anywhere: {@link io.utflow.reactor}.
 *
 * <p>Netty's buffers and Spring's are optional: each facade needs only the library whose buffers it
 * takes. A module that uses {@link io.utflow.reactor.ByteBufText} requires {@code io.netty.buffer}
 * itself, one that uses {@link io.utflow.reactor.DataBufferText} requires {@code spring.core} and
 * {@code org.apache.commons.logging}, which is {@code spring.jcl} with Spring 6.2.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.reactor {
  requires static org.jspecify;
  requires transitive io.utflow.codec;
  requires transitive org.reactivestreams;
  requires transitive reactor.core;
  // Not transitive, though types of theirs are exported: whoever requires this module without them
  // could not be compiled. So the lint "exports" has to be off.
  requires static io.netty.buffer;
  requires static io.netty.common;
  requires static spring.core;

  exports io.utflow.reactor;
}
