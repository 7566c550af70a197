/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** What a {@code WebClient} takes for an event stream, what it tells of the rest, and its bound. */
class EventAnswersTest {
  private static final ParameterizedTypeReference<ServerSentEvent<String>> EVENT =
      new ParameterizedTypeReference<>() {};
  private static final List<Function<WebClient, Flux<ServerSentEvent<String>>>> WAYS =
      List.of(
          client -> client.get().retrieve().bodyToFlux(EVENT),
          client -> client.get().exchangeToFlux(answer -> answer.bodyToFlux(EVENT)));

  private static DisposableServer server;
  private static volatile int status;
  private static volatile Map<String, String> headers = Map.of();
  private static volatile List<byte[]> body = List.of();

  @BeforeAll
  static void start() {
    server =
        HttpServer.create()
            .host("localhost")
            .port(0)
            .handle(
                (request, response) -> {
                  response.status(status);
                  headers.forEach(response::header);
                  return status == 204
                      ? response.send()
                      : response.sendByteArray(Flux.fromIterable(body));
                })
            .bindNow();
  }

  @AfterAll
  static void stop() {
    server.disposeNow();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void answer(int code, Map<String, String> with, List<byte[]> pieces) {
    status = code;
    headers = with;
    body = pieces;
  }

  private static WebClient client(Consumer<ClientCodecConfigurer> codecs) {
    return WebClient.builder().baseUrl("http://localhost:" + server.port()).codecs(codecs).build();
  }

  private static List<String> data(Flux<ServerSentEvent<String>> events) {
    return events
        .map(event -> String.valueOf(event.data()))
        .collectList()
        .block(Duration.ofMinutes(1));
  }

  private static WebClientResponseException refusal(Flux<ServerSentEvent<String>> events) {
    Throwable failure = catchThrowable(() -> data(events));
    assertThat(failure).isInstanceOf(WebClientResponseException.class);
    return (WebClientResponseException) failure;
  }

  @Test
  void whatIsNoEventStreamFailsWithStatusHeadersAndBody() {
    WebClient client = client(UtflowCodecs::register);
    for (String type :
        List.of("text/html;charset=windows-1252", "application/json", "text/plain")) {
      boolean isHtml = type.startsWith("text/html");
      byte[] page = isHtml ? new byte[] {'<', (byte) 0xE9} : utf8("<\u00E9");
      for (int code : new int[] {200, 201, 404, 429, 503}) {
        answer(code, Map.of("Content-Type", type, "Retry-After", "7"), Cuts.bytewise(page));
        for (Function<WebClient, Flux<ServerSentEvent<String>>> way : WAYS) {
          WebClientResponseException refusal = refusal(way.apply(client));
          assertThat(refusal.getStatusCode().value()).isEqualTo(code);
          assertThat(refusal.getHeaders().getFirst("Retry-After")).isEqualTo("7");
          assertThat(refusal.getResponseBodyAsString(StandardCharsets.UTF_8))
              .as("%s %s", code, type)
              .isEqualTo("<\u00E9");
        }
      }
    }
    answer(200, Map.of(), List.of(utf8("data: x\n\n")));
    assertThat(refusal(WAYS.get(0).apply(client)))
        .hasRootCauseMessage("no event stream: status 200, no Content-Type");
    answer(201, Map.of("Content-Type", "text/event-stream"), List.of(utf8("data: x\n\n")));
    assertThat(refusal(WAYS.get(1).apply(client)))
        .hasRootCauseMessage("no event stream: status 201, Content-Type text/event-stream");
  }

  @Test
  void ofALongBodyTheFirst64KiBAreTold() {
    WebClient client = client(UtflowCodecs::register);
    for (int length : new int[] {0, 65_535, 65_536, 65_537, 400_000}) {
      answer(200, Map.of("Content-Type", "text/html"), Cuts.every(new byte[length], 30_000));
      for (Function<WebClient, Flux<ServerSentEvent<String>>> way : WAYS) {
        assertThat(refusal(way.apply(client)).getResponseBodyAsByteArray())
            .hasSize(Math.min(length, 65_536));
      }
    }
  }

  /** Ours before it is asked for the body, Spring's own for 4xx and 5xx. */
  @Test
  void aStatusHasItsException() {
    WebClient client = client(UtflowCodecs::register);
    answer(429, Map.of("Content-Type", "application/json"), List.of(utf8("{}")));
    for (Function<WebClient, Flux<ServerSentEvent<String>>> way : WAYS) {
      assertThat(refusal(way.apply(client)))
          .isInstanceOf(WebClientResponseException.TooManyRequests.class);
    }
    answer(299, Map.of("Content-Type", "application/json"), List.of(utf8("{}")));
    assertThat(refusal(WAYS.get(1).apply(client)).getStatusCode().value()).isEqualTo(299);
  }

  /** What the check is for. */
  @Test
  void bySpringAPageIsAnEventThatSaysNothing() {
    answer(200, Map.of("Content-Type", "text/html"), List.of(utf8("<p>limit</p>")));
    assertThat(data(WAYS.get(0).apply(client(codecs -> {})))).containsExactly("null");
  }

  @Test
  void anEventStreamIsReadAndNoContentEnds() {
    WebClient client = client(UtflowCodecs::register);
    for (Function<WebClient, Flux<ServerSentEvent<String>>> way : WAYS) {
      answer(
          200,
          Map.of("Content-Type", "text/event-stream;charset=utf-8"),
          Cuts.bytewise(utf8("data: \u00E9\n\n")));
      assertThat(data(way.apply(client))).containsExactly("\u00E9");
      answer(204, Map.of(), List.of());
      assertThat(data(way.apply(client))).isEmpty();
    }
  }

  /** The program has chosen the peer; a limit that is set counts for events, too. */
  @Test
  void anEventMayHave16MiCharsUnlessALimitIsSet() {
    String picture = "x".repeat(1_600_000);
    answer(
        200,
        Map.of("Content-Type", "text/event-stream"),
        Cuts.every(utf8("data: " + picture + "\n\n"), 60_000));
    assertThat(data(WAYS.get(0).apply(client(UtflowCodecs::register)))).containsExactly(picture);
    Consumer<ClientCodecConfigurer> limited =
        codecs -> {
          UtflowCodecs.register(codecs);
          codecs.defaultCodecs().maxInMemorySize(1_600_000);
        };
    assertTooLong(limited, 1_600_000);
    Consumer<ClientCodecConfigurer> unlimited =
        codecs -> {
          codecs.defaultCodecs().maxInMemorySize(-1);
          UtflowCodecs.register(codecs);
        };
    assertThat(data(WAYS.get(0).apply(client(unlimited)))).containsExactly(picture);
    body = Cuts.every(utf8("x".repeat((1 << 24) + 1) + "\n"), 1 << 20);
    assertTooLong(UtflowCodecs::register, 1 << 24);
  }

  private static void assertTooLong(Consumer<ClientCodecConfigurer> codecs, int bound) {
    assertThat(catchThrowable(() -> data(WAYS.get(0).apply(client(codecs)))))
        .cause()
        .isInstanceOf(DataBufferLimitException.class)
        .hasMessageContaining("longer than " + bound + " chars")
        .hasMessageContaining("maxInMemorySize")
        .hasMessageContaining("spring.http.codecs.max-in-memory-size");
  }
}
