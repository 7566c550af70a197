/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.sse.ServerSentEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Over a real port, cut at every byte. */
class TokenStreamTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> TOKENS =
      List.of(
          "Hello",
          " \uD83D\uDC4B\uD83C\uDFFD",
          "\uD83D\uDC69\u200D\uD83D\uDCBB",
          "\n",
          "\n\n- ",
          "",
          "\uD83C\uDDFA\uD83C\uDDF3",
          " caf\u00E9 \u0928\u092E\u0938\u094D\u0924\u0947 ",
          "\u4F60\u597D\uFF01\uD842\uDFB7",
          "{\"delta\": \"\uD83D\uDE80\"}",
          "[DONE]");

  @Test
  void eachTokenArrivesWhole() {
    try (TokenServer server = new TokenServer(TOKENS)) {
      List<ServerSentEvent> events =
          new TokenClient(server.port()).events().collectList().block(PATIENCE);
      assertThat(events).extracting(ServerSentEvent::data).isEqualTo(TOKENS);
    }
  }

  @Test
  void aClientThatComesAgainGoesOn() {
    try (TokenServer server = new TokenServer(TOKENS)) {
      TokenClient client = new TokenClient(server.port());
      List<ServerSentEvent> first = client.events().take(3).collectList().block(PATIENCE);
      String last = first.get(2).id().orElseThrow();
      List<ServerSentEvent> rest = client.eventsBehind(last).collectList().block(PATIENCE);
      assertThat(first).extracting(ServerSentEvent::data).isEqualTo(TOKENS.subList(0, 3));
      assertThat(rest)
          .extracting(ServerSentEvent::data)
          .isEqualTo(TOKENS.subList(3, TOKENS.size()));
    }
  }
}
