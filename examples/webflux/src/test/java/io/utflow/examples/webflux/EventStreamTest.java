/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.client.WebClient;

/** A stream of events from a server that cuts it anywhere, read by a {@code WebClient}. */
@Tag("whole")
class EventStreamTest {
  private static final String EVENTS = "text/event-stream";
  private static final byte[] STREAM =
      """
      \uFEFFdata: Gr\u00FC\u00DFe \uD83D\uDE00\r
      data: zwei\r
      \r
      : still here
      id: 7\revent: token\rdata: \u4F60\u597D\r
      retry: 1000
      retry: soon
      data

      """
          .concat("\r")
          .getBytes(UTF_8);

  private static final ParameterizedTypeReference<ServerSentEvent<String>> EVENT =
      new ParameterizedTypeReference<>() {};

  @Test
  void whereverItIsCutTheEventsAreTheSame() {
    try (CuttingServer server = CuttingServer.cuttingAtPath(EVENTS, STREAM)) {
      WebClient client = Sides.utflow().client(server);
      for (int cut = 0; cut <= STREAM.length; cut++) {
        assertEvents(client, "/" + cut);
      }
    }
  }

  @Test
  void everyByteMayComeAlone() {
    try (CuttingServer server = CuttingServer.sending(EVENTS, CuttingServer.bytes(STREAM))) {
      assertEvents(Sides.utflow().client(server), "/0");
    }
  }

  private static void assertEvents(WebClient client, String path) {
    List<ServerSentEvent<String>> events =
        client.get().uri(path).retrieve().bodyToFlux(EVENT).collectList().block();
    assertThat(events).as(path).extracting(EventStreamTest::shown).containsExactly(EXPECTED);
    List<String> data =
        client.get().uri(path).retrieve().bodyToFlux(String.class).collectList().block();
    assertThat(data).as(path).containsExactly(DATA);
  }

  private static final String[] DATA = {"Gr\u00FC\u00DFe \uD83D\uDE00\nzwei", "\u4F60\u597D\n"};
  private static final String[] EXPECTED = {
    "null null null null " + DATA[0],
    // A comment does not wait for the end of the event around it.
    "null null null still here null",
    "7 token PT1S null " + DATA[1]
  };

  private static String shown(ServerSentEvent<String> event) {
    return "%s %s %s %s %s"
        .formatted(event.id(), event.event(), event.retry(), event.comment(), event.data());
  }
}
