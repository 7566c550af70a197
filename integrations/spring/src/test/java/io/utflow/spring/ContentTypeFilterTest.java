/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Requests with a Content-Type that cannot be read, before handlers that ask for it or do not. */
class ContentTypeFilterTest {
  private static final String UNREADABLE = "text/plain;charset=nonsense";

  private final WebTestClient client =
      WebTestClient.bindToRouterFunction(
              RouterFunctions.route()
                  .GET("/health", request -> ServerResponse.ok().bodyValue("up"))
                  .GET("/typed", request -> type(request.headers().contentType().isPresent()))
                  .GET("/broken", request -> type(MediaType.parseMediaType("json") == null))
                  .build())
          .webFilter(UtflowCodecs.contentTypeFilter())
          .build();

  private static Mono<ServerResponse> type(boolean isPresent) {
    return ServerResponse.ok().bodyValue(String.valueOf(isPresent));
  }

  private int status(String path, String contentType) {
    return client
        .get()
        .uri(path)
        .headers(headers -> headers.set(HttpHeaders.CONTENT_TYPE, contentType))
        .exchange()
        .returnResult(Void.class)
        .getStatus()
        .value();
  }

  /** As without the filter: some clients send such a header with a GET, too. */
  @Test
  void aRequestWhoseTypeNobodyReadsIsAnswered() {
    assertThat(status("/health", UNREADABLE)).isEqualTo(200);
  }

  @Test
  void aRequestWhoseTypeIsReadIsRefused() {
    assertThat(status("/typed", UNREADABLE)).isEqualTo(415);
    assertThat(status("/typed", "text/plain")).isEqualTo(200);
  }

  /** A handler may make media types of its own, and be wrong about them. */
  @Test
  void anotherTypeThatCannotBeReadIsNoFaultOfTheRequest() {
    assertThat(status("/broken", "text/plain")).isEqualTo(500);
    assertThat(status("/broken", UNREADABLE)).isEqualTo(500);
  }
}
