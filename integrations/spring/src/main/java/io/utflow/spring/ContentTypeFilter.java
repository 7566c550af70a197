/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Refuses a request with a Content-Type that cannot be read, as annotated controllers do. */
final class ContentTypeFilter implements WebFilter {

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    HttpHeaders headers = exchange.getRequest().getHeaders();
    try {
      headers.getContentType();
    } catch (InvalidMediaTypeException e) {
      return Mono.error(
          new UnsupportedMediaTypeStatusException(
              "Can't parse Content-Type ["
                  + headers.getFirst(HttpHeaders.CONTENT_TYPE)
                  + "]: "
                  + e.getMessage(),
              List.of()));
    }
    return chain.filter(exchange);
  }
}
