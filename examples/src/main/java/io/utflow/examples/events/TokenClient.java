/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.events;

import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.reactor.ByteBufText;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/** Receives the tokens of a {@link TokenServer}, each when its last byte is there. */
final class TokenClient {
  private final int port;

  TokenClient(int port) {
    this.port = port;
  }

  /** All events. */
  Flux<ServerSentEvent> events() {
    return events(HttpClient.create());
  }

  /** The events after the one with this id. */
  Flux<ServerSentEvent> eventsBehind(String lastEventId) {
    return events(
        HttpClient.create().headers(headers -> headers.set("Last-Event-ID", lastEventId)));
  }

  private Flux<ServerSentEvent> events(HttpClient client) {
    return client
        .headers(headers -> headers.set("Accept", "text/event-stream"))
        .get()
        .uri("http://127.0.0.1:" + port + "/tokens")
        .responseContent()
        .retain()
        .transform(ByteBufText.events());
  }
}
