/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A handler that allows some origins only allows no more of them when it is wrapped. */
class WebSocketOriginsTest {
  /** As Spring's reference says: a handler that is itself the configuration. */
  private static final class OwnOrigin implements WebSocketHandler, CorsConfigurationSource {
    @Override
    public Mono<Void> handle(WebSocketSession session) {
      return session.close();
    }

    @Override
    public CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
      CorsConfiguration origins = new CorsConfiguration();
      origins.setAllowedOrigins(List.of("https://own.example"));
      origins.setAllowedMethods(List.of("GET"));
      return origins;
    }
  }

  private static boolean isLetIn(WebSocketHandler handler, String origin) {
    SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(Map.of("/chat", handler), -1);
    mapping.setApplicationContext(new StaticApplicationContext());
    MockServerWebExchange exchange =
        MockServerWebExchange.from(
            MockServerHttpRequest.get("http://localhost/chat").header("Origin", origin));
    Object found = mapping.getHandler(exchange).block();
    return found == handler && exchange.getResponse().getStatusCode() == null;
  }

  @Test
  void theOriginsOfTheHandlerHold() {
    for (WebSocketHandler handler :
        List.of(new OwnOrigin(), UtflowWebSockets.wellFormed(new OwnOrigin()))) {
      assertThat(isLetIn(handler, "https://own.example")).as(handler::toString).isTrue();
      assertThat(isLetIn(handler, "https://other.example")).as(handler::toString).isFalse();
    }
  }

  @Test
  void aHandlerWithoutOriginsHasNone() {
    WebSocketHandler plain = UtflowWebSockets.wellFormed(WebSocketSession::close);
    assertThat(plain).isNotInstanceOf(CorsConfigurationSource.class);
    assertThat(isLetIn(plain, "https://other.example")).isTrue();
    WebSocketHandler wrapped = UtflowWebSockets.wellFormed(new OwnOrigin());
    assertThat(UtflowWebSockets.wellFormed(wrapped)).isSameAs(wrapped);
  }
}
