/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The application. Nothing in it names Utflow: what is set, application.properties says. */
@SpringBootApplication
public class TextApplication {

  /** The functional way to write handlers. */
  @Bean
  RouterFunction<ServerResponse> functional() {
    return RouterFunctions.route()
        .POST("/functional", TextApplication::answer)
        .POST("/functional-person", TextApplication::answerWithName)
        .build();
  }

  private static Mono<ServerResponse> answer(ServerRequest request) {
    return request.bodyToMono(String.class).flatMap(text -> ServerResponse.ok().bodyValue(text));
  }

  private static Mono<ServerResponse> answerWithName(ServerRequest request) {
    return request
        .bodyToMono(TextController.Person.class)
        .flatMap(person -> ServerResponse.ok().bodyValue(person.name()));
  }
}
