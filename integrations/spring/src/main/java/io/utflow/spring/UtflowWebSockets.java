/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import org.springframework.web.reactive.socket.WebSocketHandler;

/**
 * Keeps the text of WebSockets well-formed, in servers and clients. Needs {@code spring-webflux}.
 *
 * <pre>{@code
 * new SimpleUrlHandlerMapping(Map.of("/chat", UtflowWebSockets.wellFormed(chat)), -1); // a server
 * client.execute(uri, UtflowWebSockets.wellFormed(session -> ..)); // a client
 * }</pre>
 */
public final class UtflowWebSockets {
  private UtflowWebSockets() {}

  /**
   * {@return a handler that does what {@code handler} does, with sessions of well-formed text} One
   * that this method has made is returned as it is.
   *
   * <p><b>Received.</b> Where a text message is ill-formed UTF-8 the connection is closed with the
   * status 1007 (RFC 6455, §8.1); after that {@code receive()} fails with a {@link
   * org.springframework.core.codec.DecodingException}, whose cause, an {@link
   * io.utflow.codec.IllFormedTextException}, has the byte offset in the message. Neither an
   * ill-formed message nor any message after it is delivered. All others are the ones that the
   * session has received, with their buffers and owners; U+FEFF is text. A message is judged when
   * it is whole, because Spring receives it whole.
   *
   * <p><b>Sent.</b> {@code textMessage(text)} throws an {@link
   * org.springframework.core.codec.EncodingException} over an {@code IllFormedTextException} if the
   * text has an unpaired surrogate, in the place of which Spring would send {@code ?}. Messages are
   * texts of their own, so halves of a pair in two of them are two unpaired ones. Buffers that the
   * program fills itself are sent as they are.
   *
   * <p>Binary messages, pings and pongs pass. A handler sees a session that wraps the server's own,
   * and has another class. Sub-protocols are those of {@code handler}, and so are the origins that
   * it allows if it is a {@link org.springframework.web.cors.reactive.CorsConfigurationSource}.
   *
   * @param handler any handler, of a server or of a client
   */
  @SuppressWarnings("exports") // Who calls this has spring-webflux, and names it.
  public static WebSocketHandler wellFormed(WebSocketHandler handler) {
    return handler instanceof WellFormedHandler ? handler : WellFormedHandler.of(handler);
  }
}
