/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events as values, and as text. */
class ServerSentEventTest {
  @Test
  void asText() {
    assertThat(ServerSentEvent.of("a\nb\r\nc\rd\n").toText())
        .isEqualTo("data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
    assertThat(ServerSentEvent.of("").toText()).isEqualTo("data: \n\n");
    assertThat(ServerSentEvent.of(" a").toText()).isEqualTo("data:  a\n\n");
    assertThat(ServerSentEvent.comment("a\nb").toText()).isEqualTo(": a\n: b\n\n");
    assertThat(ServerSentEvent.comment("").toText()).isEqualTo(": \n\n");
    assertThat(
            ServerSentEvent.of("a")
                .type("t")
                .id("7")
                .retry(Duration.ofNanos(2_999_999))
                .withComment("c")
                .toText())
        .isEqualTo(": c\nid: 7\nevent: t\nretry: 2\ndata: a\n\n");
    assertThat(ServerSentEvent.of("a").type("message").toText()).isEqualTo("data: a\n\n");
    assertThat(ServerSentEvent.of("a").id("").toText()).isEqualTo("id: \ndata: a\n\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\r", "\n", "\r\n"})
  void lineBreaksAreRefusedWhereTheFormatHasNone(String value) {
    ServerSentEvent event = ServerSentEvent.of("a");
    assertThatIllegalArgumentException().isThrownBy(() -> event.id(value));
    assertThatIllegalArgumentException().isThrownBy(() -> event.type(value));
  }

  @Test
  void whatAReceiverWouldIgnoreIsRefused() {
    ServerSentEvent event = ServerSentEvent.of("a");
    assertThatIllegalArgumentException().isThrownBy(() -> event.id("a\0"));
    assertThatIllegalArgumentException().isThrownBy(() -> event.retry(Duration.ofMillis(-1)));
  }

  @Test
  void whatIsWrittenIsRead() {
    Random random = new Random(7);
    String[] parts = {
      "", " ", "a", ":", "\n", "\r", "\r\n", "\0", "\uFEFF", "\uD83D\uDE00", "data"
    };
    for (int i = 0; i < 5000; i++) {
      String data = randomText(parts, random);
      String type = randomText(parts, random).replaceAll("[\r\n]", "");
      String id = randomText(parts, random).replaceAll("[\r\n\0]", "");
      ServerSentEvent event = ServerSentEvent.of(data).type(type).id(id).withComment(data);
      String received = data.replace("\r\n", "\n").replace('\r', '\n');
      EventSpec all = EventSpec.DEFAULT.keepAll(true);
      List<ServerSentEvent> expected = new ArrayList<>();
      for (String comment : received.split("\n", -1)) {
        expected.add(ServerSentEvent.comment(comment));
      }
      expected.add(ServerSentEvent.of(received).type(type).id(id));
      assertThat(Events.offer(Events.stage(all), event.toText())).isEqualTo(expected);
      assertThat(ReferenceEvents.of(event.toText()))
          .isEqualTo(List.of(ServerSentEvent.of(received).type(type).id(id)));
    }
  }

  private static String randomText(String[] parts, Random random) {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(6); n > 0; n--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  @Test
  void theLongestRetryIsThatOfALong() {
    ServerSentEvent event = ServerSentEvent.of("a");
    Duration longest = Duration.ofMillis(Long.MAX_VALUE);
    for (Duration retry :
        List.of(Duration.ofSeconds(Long.MAX_VALUE), longest, longest.plusNanos(1_000_000))) {
      assertThat(event.retry(retry).retry()).contains(longest);
      assertThat(event.retry(retry).toText()).isEqualTo("retry: 9223372036854775807\ndata: a\n\n");
    }
  }

  @Test
  void eventsAreValues() {
    ServerSentEvent event = ServerSentEvent.of("a").type("t").id("7").withComment("c");
    ServerSentEvent same = ServerSentEvent.of("a").withComment("c").id("7").type("t");
    assertThat(event).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(event)
        .isNotEqualTo(same.retry(Duration.ZERO))
        .isNotEqualTo(same.id("8"))
        .isNotEqualTo(same.type("u"))
        .isNotEqualTo(same.withComment("d"))
        .isNotEqualTo(ServerSentEvent.comment("c"));
    assertThat(event.retry(Duration.ofMillis(3)))
        .hasToString("ServerSentEvent[t, id 7, retry 3 ms, comment c: a]");
    assertThat(ServerSentEvent.comment("x"))
        .hasToString("ServerSentEvent[message, comment x, no data]");
    assertThat(ServerSentEvent.comment("x").hasData()).isFalse();
    assertThat(ServerSentEvent.comment("x").data()).isEmpty();
    assertThat(ServerSentEvent.of("").hasData()).isTrue();
    assertThat(event.id()).contains("7");
    assertThat(event.hasId()).isTrue();
    assertThat(ServerSentEvent.of("a").hasId()).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> event.id("\0x"));
    assertThat(event.comment()).contains("c");
    assertThat(event.retry()).isEmpty();
    assertThat(event.type()).isEqualTo("t");
  }

  @Test
  void aTypeThatIsSaidEqualsOneThatIsNot() {
    ServerSentEvent untyped = ServerSentEvent.of("a");
    ServerSentEvent typed = untyped.type("message");
    assertThat(typed).isEqualTo(untyped).hasSameHashCodeAs(untyped);
    assertThat(typed.type()).isEqualTo(untyped.type()).isEqualTo("message");
    assertThat(typed.hasType()).isTrue();
    assertThat(untyped.id("7").hasType()).isFalse();
    assertThat(typed.id("7").hasType()).isTrue();
  }
}
