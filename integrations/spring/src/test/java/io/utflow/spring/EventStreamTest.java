/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.codec.ServerSentEvent;
import reactor.test.StepVerifier;

/** Event streams, as a client reads them. */
class EventStreamTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final ResolvableType EVENT =
      ResolvableType.forClassWithGenerics(ServerSentEvent.class, String.class);

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> data(Messages messages, Buffers.Given given) {
    return messages
        .<String>elements(STRING, "text/event-stream", given.flux())
        .collectList()
        .block();
  }

  private static List<ServerSentEvent<String>> events(Messages messages, String stream) {
    return messages
        .<ServerSentEvent<String>>elements(
            EVENT, "text/event-stream", Buffers.HEAP.given(List.of(utf8(stream))).flux())
        .collectList()
        .block();
  }

  @ParameterizedTest
  @EnumSource
  void tokensSurviveEveryCut(Buffers kind) {
    byte[] stream = utf8("data: \uD83D\uDE00\r\n\r\ndata:a\rdata: b\n\n: idle\n\ndata\n\n");
    Messages messages = Messages.byUtflow();
    for (List<byte[]> cut : Cuts.hostile(stream)) {
      Buffers.Given given = kind.given(cut);
      assertThat(data(messages, given)).containsExactly("\uD83D\uDE00", "a\nb", "");
      given.assertReleased();
    }
  }

  @Test
  void fieldsOfAnEvent() {
    List<ServerSentEvent<String>> events =
        events(
            Messages.byUtflow(),
            ": hello\nid: 7\nevent: token\nretry: 20\ndata: x\n\n: idle\n\ndata: y\n\n");
    assertThat(events).hasSize(4);
    assertThat(events.get(0)).isEqualTo(ServerSentEvent.<String>builder().comment("hello").build());
    assertThat(events.get(1))
        .isEqualTo(
            ServerSentEvent.<String>builder()
                .id("7")
                .event("token")
                .retry(Duration.ofMillis(20))
                .data("x")
                .build());
    assertThat(events.get(2).comment()).isEqualTo("idle");
    assertThat(events.get(2).data()).isNull();
    assertThat(events.get(3).data()).isEqualTo("y");
    assertThat(events.get(3).event()).isNull();
    assertThat(events.get(3).id()).isNull();
  }

  @Test
  void aTypeThatIsSaidIsTold() {
    assertThat(events(Messages.byUtflow(), "event: message\ndata: x\n\n").get(0).event())
        .isEqualTo("message");
  }

  /** What the standard says and Spring's own reader does not do. */
  @Test
  void byTheStandard() {
    assertBoth("\uFEFFdata: x\n\n", List.of("x"), List.of());
    assertBoth("data: x\r\rdata: y\r\r", List.of("x", "y"), List.of("x\r\rdata: y\r\r"));
    assertBoth("data\n\n", List.of(""), List.of());
    assertBoth("data: x", List.of(), List.of("x"));
    assertThat(events(Messages.byUtflow(), "retry: soon\ndata: x\n\n").get(0).retry()).isNull();
    StepVerifier.create(
            Messages.bySpring()
                .elements(
                    EVENT,
                    "text/event-stream",
                    Buffers.HEAP.given(List.of(utf8("retry: soon\ndata: x\n\n"))).flux()))
        .verifyError(NumberFormatException.class);
  }

  private static void assertBoth(String stream, List<String> ours, List<String> springs) {
    Buffers.Given given = Buffers.HEAP.given(List.of(utf8(stream)));
    assertThat(data(Messages.byUtflow(), given)).isEqualTo(ours);
    assertThat(data(Messages.bySpring(), given)).isEqualTo(springs);
  }

  @Test
  void dataThatIsNoStringIsDecodedAsJson() {
    String stream = "data: {\"a\":\ndata: 1}\n\n";
    ResolvableType map = ResolvableType.forClass(Map.class);
    Buffers.Given given = Buffers.HEAP.given(List.of(utf8(stream)));
    assertThat(
            Messages.byUtflow()
                .elements(map, "text/event-stream", given.flux())
                .collectList()
                .block())
        .isEqualTo(List.of(Map.of("a", 1)));
    ResolvableType event = ResolvableType.forClassWithGenerics(ServerSentEvent.class, map);
    List<ServerSentEvent<Object>> events =
        Messages.byUtflow()
            .<ServerSentEvent<Object>>elements(event, "text/event-stream", given.flux())
            .collectList()
            .block();
    assertThat(events.get(0).data()).isEqualTo(Map.of("a", 1));
  }

  @ParameterizedTest
  @EnumSource
  void anEventIsBounded(Buffers kind) {
    Messages messages =
        Messages.with(
            codecs -> {
              UtflowCodecs.register(codecs);
              codecs.defaultCodecs().maxInMemorySize(20);
            });
    Buffers.Given given =
        kind.given(
            Cuts.bytewise(utf8("data: " + "x".repeat(14) + "\n\ndata: " + "x".repeat(21) + "\n")));
    StepVerifier.create(messages.<String>elements(STRING, "text/event-stream", given.flux()))
        .expectNext("x".repeat(14))
        .verifyErrorSatisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(DataBufferLimitException.class)
                    .hasMessageContaining("spring.http.codecs.max-in-memory-size"));
    given.assertReleased();
  }

  @Test
  void theStreamAsItStands() {
    Buffers.Given given = Buffers.POOLED_DIRECT.given(Cuts.bytewise(utf8("data: \u4E2D\n\n")));
    assertThat(Messages.byUtflow().whole(STRING, "text/event-stream", given.flux()).block())
        .isEqualTo("data: \u4E2D\n\n");
    given.assertReleased();
  }

  @Test
  void aCancelReleasesWhatIsUnderWay() {
    Buffers.Given given =
        Buffers.POOLED_DIRECT.given(List.of(utf8("data: x\n\ndata: y\n\n"), utf8("data: z\n\n")));
    StepVerifier.create(
            Messages.byUtflow().<String>elements(STRING, "text/event-stream", given.flux()), 1)
        .expectNext("x")
        .thenCancel()
        .verify();
    given.assertReleased();
  }
}
