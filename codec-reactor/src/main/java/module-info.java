/**
 * Reactor operators over text that was cut anywhere: {@link io.utflow.reactor}.
 *
 * <p>Netty's buffers and Spring's are optional: each facade needs only the library whose buffers it
 * takes.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.reactor {
  requires static org.jspecify;
  requires transitive io.utflow.codec;
  requires transitive org.reactivestreams;
  requires transitive reactor.core;
  requires static transitive io.netty.buffer;
  requires static transitive spring.core;

  exports io.utflow.reactor;
}
