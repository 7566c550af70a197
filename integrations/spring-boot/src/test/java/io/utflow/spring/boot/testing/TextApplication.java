/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers with what it has read, on Boot 3 as on 4. Nothing in it names Utflow. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(TextApplication.Controller.class)
public class TextApplication {

  @Bean
  RouterFunction<ServerResponse> functional() {
    return RouterFunctions.route()
        .POST(
            "/functional",
            request ->
                request
                    .bodyToMono(String.class)
                    .flatMap(text -> ServerResponse.ok().bodyValue(text)))
        .GET(
            "/functional-tokens",
            request ->
                ServerResponse.ok()
                    .body(BodyInserters.fromServerSentEvents(tokens().map(TextApplication::event))))
        .build();
  }

  /** As a model yields them: an emoji is two. */
  private static Flux<String> tokens() {
    return Flux.just("a\uD83D", "\uDE00b");
  }

  private static ServerSentEvent<String> event(String data) {
    return ServerSentEvent.builder(data).build();
  }

  record Person(String firstName) {}

  @RestController
  static class Controller {
    @PostMapping("/elements")
    Mono<String> elements(@RequestBody Flux<String> text) {
      return text.collectList().map(Object::toString);
    }

    @PostMapping("/whole")
    Mono<String> whole(@RequestBody Mono<String> text) {
      return text;
    }

    @PostMapping("/person")
    Mono<String> person(@RequestBody Mono<Person> person) {
      return person.map(Person::firstName);
    }

    @GetMapping(path = "/tokens", produces = "text/event-stream")
    Flux<String> writtenTokens() {
      return tokens();
    }

    @GetMapping("/events-of-tokens")
    Flux<ServerSentEvent<String>> writtenEvents() {
      return tokens().map(TextApplication::event);
    }

    @GetMapping(path = "/bytes", produces = "text/plain")
    Flux<DataBuffer> text() {
      return bytes("a\u20AC\uD83D\uDE00");
    }

    @GetMapping(path = "/events", produces = "text/event-stream")
    Flux<DataBuffer> events() {
      return bytes("\uFEFFdata: a\u20AC\rdata\r\rdata: \uD83D\uDE00\r\n\r\n");
    }

    /** One buffer for each byte. */
    private static Flux<DataBuffer> bytes(String content) {
      byte[] text = content.getBytes(StandardCharsets.UTF_8);
      return Flux.range(0, text.length)
          .map(
              at ->
                  DefaultDataBufferFactory.sharedInstance.wrap(
                      Arrays.copyOfRange(text, at, at + 1)));
    }
  }
}
