/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.RawWebSocket;
import io.utflow.spring.UtflowWebSockets;
import io.utflow.spring.boot.testing.RunningApplication;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;
import reactor.core.publisher.Mono;

/** WebSocket handlers that name nothing of Utflow, in applications with the starter. */
@Tag("whole")
class WebSocketApplicationTest {
  private static final byte[] ILL_FORMED = {(byte) 0xFF, (byte) 0xFE};

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Echoing {
    @Bean
    HandlerMapping sockets() {
      WebSocketHandler echo =
          session ->
              session.send(
                  session
                      .receive()
                      .map(message -> session.textMessage(message.getPayloadAsText())));
      return new SimpleUrlHandlerMapping(
          Map.of("/echo", echo, "/wrapped", UtflowWebSockets.wellFormed(echo)), -1);
    }
  }

  /** Its service is the only one that WebFlux allows. */
  @Configuration(proxyBeanMethods = false)
  @Import(Echoing.class)
  static class WithService {
    @Bean
    AtomicInteger handshakes() {
      return new AtomicInteger();
    }

    @Bean
    WebFluxConfigurer service(AtomicInteger handshakes) {
      return new WebFluxConfigurer() {
        @Override
        public WebSocketService getWebSocketService() {
          return counting(handshakes);
        }
      };
    }
  }

  /** As applications had before WebFlux had one. */
  @Configuration(proxyBeanMethods = false)
  @Import(Echoing.class)
  static class WithAdapter {
    @Bean
    AtomicInteger handshakes() {
      return new AtomicInteger();
    }

    @Bean
    WebSocketHandlerAdapter adapter(AtomicInteger handshakes) {
      return new WebSocketHandlerAdapter(counting(handshakes));
    }
  }

  private static WebSocketService counting(AtomicInteger handshakes) {
    HandshakeWebSocketService service = new HandshakeWebSocketService();
    return (exchange, handler) -> {
      handshakes.incrementAndGet();
      return service.handleRequest(exchange, handler);
    };
  }

  /** What comes back for one message. */
  private static RawWebSocket.Frame answer(RunningApplication server, String path, byte[] message)
      throws IOException {
    int port =
        server.bean(Environment.class).getRequiredProperty("local.server.port", Integer.class);
    try (RawWebSocket client = RawWebSocket.connect(port, path)) {
      client.send(RawWebSocket.TEXT, List.of(message));
      return client.next();
    }
  }

  private static void assertWellFormed(RunningApplication server) throws IOException {
    for (String path : List.of("/echo", "/wrapped")) {
      assertThat(answer(server, path, new byte[] {'a'}).text()).as(path).isEqualTo("a");
      assertThat(answer(server, path, ILL_FORMED).status()).as(path).isEqualTo(1007);
    }
  }

  @Test
  void handlersSeeWellFormedTextWithoutALine() throws IOException {
    try (RunningApplication plain = new RunningApplication(Echoing.class);
        RunningApplication off =
            new RunningApplication(Echoing.class, "utflow.websocket.enabled=false")) {
      assertWellFormed(plain);
      assertThat(answer(off, "/echo", ILL_FORMED).text()).isEqualTo("\uFFFD\uFFFD");
      assertThat(answer(off, "/wrapped", ILL_FORMED).status()).isEqualTo(1007);
    }
  }

  @Test
  void theServiceOrAdapterOfTheApplicationIsAsked() throws IOException {
    try (RunningApplication service = new RunningApplication(WithService.class);
        RunningApplication adapter = new RunningApplication(WithAdapter.class)) {
      for (RunningApplication each : List.of(service, adapter)) {
        assertWellFormed(each);
        assertThat(each.bean(AtomicInteger.class)).hasValue(4);
      }
    }
  }

  @Test
  void otherHandlersAndThoseOfNoAdapterAreLeft() {
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(UtflowWebSocketAutoConfiguration.class))
        .run(
            context -> {
              WellFormedAdapter adapter = context.getBean(WellFormedAdapter.class);
              assertThat(adapter.supports("no socket")).isFalse();
              WebSocketHandler socket = session -> Mono.empty();
              assertThat(adapter.supports(socket)).isFalse();
              assertThat(adapter.supports(UtflowWebSockets.wellFormed(socket))).isFalse();
            });
  }

  @Test
  void onlyAServerOfWebFluxHasTheBean() {
    AutoConfigurations ours = AutoConfigurations.of(UtflowWebSocketAutoConfiguration.class);
    new ApplicationContextRunner()
        .withConfiguration(ours)
        .run(context -> assertThat(context).doesNotHaveBean(WellFormedAdapter.class));
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(ours)
        .withPropertyValues("utflow.websocket.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(WellFormedAdapter.class));
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(ours)
        .withClassLoader(new FilteredClassLoader(WebSocketHandler.class))
        .run(context -> assertThat(context).doesNotHaveBean(WellFormedAdapter.class));
  }
}
