/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Counts the buffers of each request's body before any codec sees them. */
@Component
class BufferCount implements WebFilter {
  private static final String ATTRIBUTE = BufferCount.class.getName();

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    AtomicInteger count = new AtomicInteger();
    exchange.getAttributes().put(ATTRIBUTE, count);
    return chain.filter(exchange.mutate().request(counted(exchange.getRequest(), count)).build());
  }

  static int in(ServerWebExchange exchange) {
    AtomicInteger count = exchange.getAttribute(ATTRIBUTE);
    return Objects.requireNonNull(count).get();
  }

  private static ServerHttpRequest counted(ServerHttpRequest request, AtomicInteger count) {
    return new ServerHttpRequestDecorator(request) {
      @Override
      public Flux<DataBuffer> getBody() {
        return super.getBody().doOnNext(buffer -> count.incrementAndGet());
      }
    };
  }
}
