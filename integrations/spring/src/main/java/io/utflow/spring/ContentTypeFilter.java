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

/**
 * Makes 415 of the exception that Spring throws when a handler asks for a Content-Type that cannot
 * be read. If no handler asks for it, the request is answered as it is without the filter.
 */
final class ContentTypeFilter implements WebFilter {

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    HttpHeaders headers = exchange.getRequest().getHeaders();
    return chain
        .filter(exchange)
        .onErrorMap(InvalidMediaTypeException.class, failure -> refused(headers, failure));
  }

  /** The failure itself if it is of another media type than that of the request. */
  private static Throwable refused(HttpHeaders headers, InvalidMediaTypeException failure) {
    try {
      headers.getContentType();
      return failure;
    } catch (InvalidMediaTypeException e) {
      if (!e.getMediaType().equals(failure.getMediaType())) {
        return failure;
      }
      return new UnsupportedMediaTypeStatusException(
          "Can't parse Content-Type ["
              + headers.getFirst(HttpHeaders.CONTENT_TYPE)
              + "]: "
              + e.getMessage(),
          List.of());
    }
  }
}
