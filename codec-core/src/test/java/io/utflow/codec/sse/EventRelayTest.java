/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy writes what it has read: a reader behind it gets what one before it gets. */
class EventRelayTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static List<ServerSentEvent> read(List<byte[]> pieces, EventSpec spec) {
    List<ServerSentEvent> events = new ArrayList<>();
    try (ByteStage<ServerSentEvent> stage = EventStages.decode(UTF_8, spec)) {
      for (byte[] piece : pieces) {
        stage.offer(ByteBuffer.wrap(piece));
        for (ServerSentEvent event = stage.poll(); event != null; event = stage.poll()) {
          events.add(event);
        }
      }
    }
    return events;
  }

  private static String relayed(List<byte[]> pieces, EventSpec spec) {
    return read(pieces, spec).stream().map(ServerSentEvent::toText).collect(Collectors.joining());
  }

  private static List<String> ids(String stream) {
    return stream.lines().filter(line -> line.startsWith("id")).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id: 1\ndata: a\n\ndata: b\n\ndata: c\n\n",
        "data: a\n\ndata: b\n\n",
        "data: a\n\nid: 1\ndata: b\n\nevent: x\ndata: c\n\nid: 1\ndata: d\n\n",
        "id: 1\ndata: a\n\nid: \ndata: b\n\ndata: c\n\n",
        "id: 1\n\ndata: a\n\n: idle\ndata: b\n\nid: 2\n\n: idle\n\ndata: c\n\n",
        "data: a\nid: 1\nid: 2\n\nretry: 5\ndata: b\n\n",
      })
  void anEventWithoutAnIdHasNoneBehindAProxy(String stream) {
    EventSpec all = EventSpec.DEFAULT.keepAll(true);
    for (List<byte[]> pieces : Cuts.hostile(stream.getBytes(StandardCharsets.UTF_8))) {
      for (EventSpec spec : List.of(all, EventSpec.DEFAULT)) {
        String relayed = relayed(pieces, spec);
        List<byte[]> again = List.of(relayed.getBytes(StandardCharsets.UTF_8));
        assertThat(read(again, spec)).isEqualTo(read(pieces, spec));
        assertThat(relayed(again, spec)).isEqualTo(relayed);
        assertThat(ids(relayed)).isSubsetOf(ids(stream));
        assertThat(ids(relayed)).hasSizeLessThanOrEqualTo(ids(stream).size());
      }
    }
  }
}
