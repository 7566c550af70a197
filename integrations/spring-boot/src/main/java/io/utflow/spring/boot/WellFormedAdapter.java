/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.spring.UtflowWebSockets;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Gives a {@code WebSocketHandler} sessions of well-formed text, and then to the adapter that
 * Spring would have asked: that of WebFlux, or one of the application. The application's {@code
 * WebSocketService}, which has to be the only one, stays as it is.
 */
final class WellFormedAdapter implements HandlerAdapter, Ordered {
  private final ObjectProvider<HandlerAdapter> adapters;

  WellFormedAdapter(ObjectProvider<HandlerAdapter> adapters) {
    this.adapters = adapters;
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  /** Not one that is wrapped already, so this is never asked for what it has wrapped. */
  @Override
  public boolean supports(Object handler) {
    return handler instanceof WebSocketHandler socket
        && UtflowWebSockets.wellFormed(socket) != socket
        && of(UtflowWebSockets.wellFormed(socket)).isPresent();
  }

  @Override
  public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
    WebSocketHandler wellFormed = UtflowWebSockets.wellFormed((WebSocketHandler) handler);
    return of(wellFormed).orElseThrow().handle(exchange, wellFormed);
  }

  private Optional<HandlerAdapter> of(WebSocketHandler wellFormed) {
    return adapters.orderedStream().filter(adapter -> adapter.supports(wellFormed)).findFirst();
  }
}
