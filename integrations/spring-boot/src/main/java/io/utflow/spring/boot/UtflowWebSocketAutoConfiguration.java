/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.socket.WebSocketHandler;

/**
 * Keeps the text of every {@code WebSocketHandler} that a WebFlux server maps well-formed; {@code
 * utflow.websocket.enabled=false} leaves it to Spring. A WebSocket client has no bean: {@code
 * UtflowWebSockets.wellFormed} is its line.
 */
@AutoConfiguration
@ConditionalOnClass({HandlerAdapter.class, WebSocketHandler.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "utflow.websocket.enabled", matchIfMissing = true)
@EnableConfigurationProperties(UtflowWebSocketProperties.class)
public final class UtflowWebSocketAutoConfiguration {
  UtflowWebSocketAutoConfiguration() {}

  @Bean
  HandlerAdapter utflowWebSocketAdapter(ObjectProvider<HandlerAdapter> adapters) {
    return new WellFormedAdapter(adapters);
  }
}
