/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import java.util.Objects;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;

/** Gives a handler sessions of well-formed text. */
final class WellFormedHandler implements WebSocketHandler {
  private final WebSocketHandler handler;

  WellFormedHandler(WebSocketHandler handler) {
    this.handler = Objects.requireNonNull(handler, "handler");
  }

  @Override
  public List<String> getSubProtocols() {
    return handler.getSubProtocols();
  }

  @Override
  public Mono<Void> handle(WebSocketSession session) {
    return handler.handle(new WellFormedSession(session));
  }

  @Override
  public String toString() {
    return "WellFormed[" + handler + "]";
  }
}
