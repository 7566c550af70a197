/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Gives a handler sessions of well-formed text. */
class WellFormedHandler implements WebSocketHandler {
  private final WebSocketHandler handler;

  private WellFormedHandler(WebSocketHandler handler) {
    this.handler = Objects.requireNonNull(handler, "handler");
  }

  static WellFormedHandler of(WebSocketHandler handler) {
    return handler instanceof CorsConfigurationSource origins
        ? new WithOrigins(handler, origins)
        : new WellFormedHandler(handler);
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

  /**
   * A handler that says which origins may open its WebSocket. WebFlux asks the handler that is
   * mapped; if it got no answer, it would let every origin in.
   */
  private static final class WithOrigins extends WellFormedHandler
      implements CorsConfigurationSource {
    private final CorsConfigurationSource origins;

    WithOrigins(WebSocketHandler handler, CorsConfigurationSource origins) {
      super(handler);
      this.origins = origins;
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
      return origins.getCorsConfiguration(exchange);
    }
  }
}
