/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One line of the vectors of event streams. */
record EventVector(
    @JsonProperty("id") String id,
    @JsonProperty("note") String note,
    @JsonProperty("stream") String stream,
    @JsonProperty("events") List<Event> expected) {

  /** An event to be received. */
  record Event(
      @JsonProperty("type") String type,
      @JsonProperty("data") String data,
      @JsonProperty("id") @Nullable String id,
      @JsonProperty("retry") @Nullable Long retry) {

    ServerSentEvent event() {
      return new ServerSentEvent(
          data, type, id, retry == null ? null : Duration.ofMillis(retry), null);
    }
  }

  List<ServerSentEvent> events() {
    return expected.stream().map(Event::event).toList();
  }
}
