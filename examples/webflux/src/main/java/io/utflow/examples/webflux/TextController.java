/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The annotated way to write handlers. */
@RestController
class TextController {

  /** Sends text back while it comes. */
  @PostMapping(path = "/echo", produces = "text/plain;charset=UTF-8")
  Flux<String> echo(@RequestBody Flux<String> text) {
    return text;
  }

  /** A model whose tokens end between the two {@code char}s of an emoji. */
  @PostMapping(path = "/tokens", produces = "text/event-stream")
  Flux<String> tokens() {
    return Flux.just("a\uD83D", "\uDE00b");
  }

  /** The elements of the {@code Flux}, with bars between. */
  @PostMapping("/elements")
  Mono<String> elements(@RequestBody Flux<String> text) {
    return text.collectList().map(elements -> String.join("|", elements));
  }

  @PostMapping("/whole")
  Mono<String> whole(@RequestBody Mono<String> text) {
    return text;
  }

  /** The number of buffers of the body that had come when the handler got its first text. */
  @PostMapping("/arrival")
  Mono<String> arrival(@RequestBody Flux<String> text, ServerWebExchange exchange) {
    return firstArrival(text, exchange);
  }

  @PostMapping("/arrival-of-people")
  Mono<String> arrivalOfPeople(@RequestBody Flux<Person> people, ServerWebExchange exchange) {
    return firstArrival(people, exchange);
  }

  private static Mono<String> firstArrival(Flux<?> elements, ServerWebExchange exchange) {
    return elements
        .map(element -> BufferCount.in(exchange))
        .collectList()
        .map(counts -> counts.get(0) + " of " + BufferCount.in(exchange));
  }

  @PostMapping("/person")
  Mono<String> person(@RequestBody Mono<Person> person) {
    return person.map(Person::name);
  }

  @PostMapping("/people")
  Mono<String> people(@RequestBody Flux<Person> people) {
    return people.map(Person::name).collectList().map(names -> String.join("|", names));
  }

  record Person(String name) {}
}
