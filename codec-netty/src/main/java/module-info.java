/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Unicode text in Netty pipelines, however the network cut its bytes. {@link io.utflow.netty} holds
 * the channel handlers.
 *
 * <p>{@code netty-codec-http} is optional: a module that uses the handlers for HTTP or WebSocket
 * requires {@code io.netty.codec.http} itself.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.netty {
  requires transitive io.netty.buffer;
  requires transitive io.netty.codec;
  requires static io.netty.codec.http;
  requires io.netty.common;
  requires transitive io.netty.transport;
  requires transitive io.utflow.codec;
  requires static org.jspecify;

  exports io.utflow.netty;
}
