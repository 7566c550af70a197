/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;

/** A server without a network. */
record Server(WebTestClient client) {

  int status(String path, String contentType, byte[] body) {
    return status(post(path, contentType, List.of(body)));
  }

  /** The body is sent byte by byte. */
  int statusToBytes(String path, String contentType, byte[] body) {
    return status(post(path, contentType, Cuts.bytewise(body)));
  }

  private static int status(WebTestClient.ResponseSpec response) {
    return response.returnResult(Void.class).getStatus().value();
  }

  String answer(String path, String contentType, byte[] body) {
    return answer(post(path, contentType, List.of(body)));
  }

  /** The body is sent byte by byte. */
  String answerToBytes(String path, String contentType, byte[] body) {
    return answer(post(path, contentType, Cuts.bytewise(body)));
  }

  private static String answer(WebTestClient.ResponseSpec response) {
    byte[] answer = response.expectStatus().isOk().expectBody().returnResult().getResponseBody();
    return answer == null ? "" : new String(answer, StandardCharsets.UTF_8);
  }

  private WebTestClient.ResponseSpec post(String path, String contentType, List<byte[]> body) {
    return client
        .post()
        .uri(path)
        .headers(headers -> headers.set(HttpHeaders.CONTENT_TYPE, contentType))
        .body(BodyInserters.fromDataBuffers(Buffers.HEAP.given(body).flux()))
        .exchange();
  }
}
