/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.sse.TooLongEventException;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which answers are event streams, what is told of the others, and how long an event may be. */
class EventAnswersTest {
  private static final BodyHandler<Flow.Publisher<ServerSentEvent>> EVENTS =
      TextBodies.ofEvents(EventSpec.DEFAULT);
  private static final List<byte[]> STREAM = List.of(utf8("data: x\n\n"));
  private static final String TYPE = "Content-Type";

  private static PieceServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new PieceServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> data(Map<String, String> headers, int status, List<byte[]> pieces)
      throws Exception {
    return data(server.get(status, headers, pieces, EVENTS).body());
  }

  /** The data of all events; throws what fails the publisher. */
  private static List<String> data(Flow.Publisher<ServerSentEvent> events) {
    CompletableFuture<List<String>> data = new CompletableFuture<>();
    events.subscribe(
        new Collector<>(1, 1) {
          @Override
          public void onComplete() {
            super.onComplete();
            data.complete(outputs.stream().map(ServerSentEvent::data).toList());
          }

          @Override
          public void onError(Throwable failure) {
            super.onError(failure);
            data.completeExceptionally(failure);
          }
        });
    return data.join();
  }

  private static NoEventStreamException refusal(
      Map<String, String> headers, int status, List<byte[]> pieces) {
    Throwable failure = catchThrowable(() -> data(headers, status, pieces));
    // The client's own, over what its sendAsync completes with.
    assertThat(failure).isInstanceOf(IOException.class);
    assertThat(failure).hasCauseInstanceOf(NoEventStreamException.class);
    return (NoEventStreamException) failure.getCause();
  }

  @Test
  void onlyStatus200AndTheTypeOfAnEventStreamAreOne() throws Exception {
    List<String> streams =
        List.of(
            "text/event-stream",
            "Text/Event-Stream",
            "text/event-stream;charset=utf-8",
            " text/event-stream ; charset=latin1");
    List<String> others =
        List.of("text/html; charset=utf-8", "application/json", "text/event-streams", "text", ";");
    for (String type : streams) {
      assertThat(data(Map.of(TYPE, type), 200, STREAM)).as(type).containsExactly("x");
    }
    for (String type : others) {
      assertThat(refusal(Map.of(TYPE, type), 200, STREAM)).hasMessageEndingWith(type);
    }
    assertThat(refusal(Map.of(), 200, STREAM))
        .hasMessage("no event stream: status 200, no Content-Type");
    for (int status : new int[] {201, 202, 206, 301, 400, 401, 404, 429, 500, 503}) {
      for (String type : List.of(streams.get(0), others.get(0))) {
        NoEventStreamException refusal = refusal(Map.of(TYPE, type), status, STREAM);
        assertThat(refusal.statusCode()).isEqualTo(status);
        assertThat(refusal.body()).isEqualTo("data: x\n\n");
      }
    }
  }

  @Test
  void withoutContentThereAreNoEvents() throws Exception {
    assertThat(data(Map.of(), 204, List.of())).isEmpty();
    assertThat(data(Map.of(TYPE, "text/html"), 204, List.of())).isEmpty();
    assertThat(data(Map.of(TYPE, "text/event-stream"), 200, List.of())).isEmpty();
  }

  @Test
  void aRefusalHasStatusHeadersAndBody() throws Exception {
    String body = "{\"error\":\"zu viel f\u00FCr \u4E2D \uD83D\uDE00\"}";
    for (List<byte[]> pieces : Cuts.hostile(utf8(body))) {
      NoEventStreamException refusal =
          refusal(Map.of(TYPE, "application/json", "Retry-After", "7"), 429, pieces);
      assertThat(refusal.statusCode()).isEqualTo(429);
      assertThat(refusal.headers().firstValue("retry-after")).contains("7");
      assertThat(refusal.body()).isEqualTo(body);
      assertThat(refusal).hasMessage("no event stream: status 429, Content-Type application/json");
    }
  }

  @Test
  void theBodyIsReadInItsCharset() throws Exception {
    Map<String, String> charsets =
        Map.of("latin1", "windows-1252", "utf-16le", "UTF-16LE", "klingon", "UTF-8", "", "UTF-8");
    for (Map.Entry<String, String> charset : charsets.entrySet()) {
      byte[] body = "caf\u00E9".getBytes(Charset.forName(charset.getValue()));
      String type =
          "text/html" + (charset.getKey().isEmpty() ? "" : ";charset=" + charset.getKey());
      for (List<byte[]> pieces : Cuts.hostile(body)) {
        assertThat(refusal(Map.of(TYPE, type), 500, pieces).body()).as(type).isEqualTo("caf\u00E9");
      }
    }
    byte[] illFormed = {'a', (byte) 0xFF, 'b', (byte) 0xC3};
    assertThat(refusal(Map.of(TYPE, "text/html"), 500, List.of(illFormed)).body())
        .isEqualTo("a\uFFFDb\uFFFD");
    assertThat(refusal(Map.of(TYPE, "text/html"), 500, List.of()).body()).isEmpty();
  }

  @Test
  void ofALongBodyTheFirst64KiBAreTold() throws Exception {
    byte[] euros = utf8("\u20AC".repeat(40_000));
    for (int length : new int[] {65_533, 65_535, 65_536, 65_537, 65_538, 65_539, 120_000}) {
      for (int piece : new int[] {1_021, 65_535, 200_000}) {
        List<byte[]> pieces = Cuts.every(Arrays.copyOf(euros, length), piece);
        String told = refusal(Map.of(TYPE, "text/html"), 200, pieces).body();
        String whole = "\u20AC".repeat(Math.min(length, 65_536) / 3);
        boolean endsInside = length < 65_536 && length % 3 != 0;
        assertThat(told)
            .as("%s by %s", length, piece)
            .isEqualTo(whole + (endsInside ? "\uFFFD" : ""));
      }
    }
  }

  @Test
  void anAnswerWithoutEndIsGivenUp() {
    CompletableFuture<Boolean> left = new CompletableFuture<>();
    assertThatThrownBy(() -> server.endless("text/html", left, EVENTS))
        .hasCauseInstanceOf(NoEventStreamException.class)
        .satisfies(
            failure ->
                assertThat(((NoEventStreamException) failure.getCause()).body())
                    .hasSize(65_536)
                    .startsWith("line\nline\n"));
    assertThat(left.orTimeout(120, TimeUnit.SECONDS).join()).isTrue();
  }

  /** An answer that the test plays, signal by signal. */
  private static BodySubscriber<Flow.Publisher<ServerSentEvent>> answer(int status) {
    return EVENTS.apply(
        new ResponseInfo() {
          @Override
          public int statusCode() {
            return status;
          }

          @Override
          public HttpHeaders headers() {
            return HttpHeaders.of(Map.of("Retry-After", List.of("7")), (name, value) -> true);
          }

          @Override
          public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
          }
        });
  }

  private static NoEventStreamException refusal(
      BodySubscriber<Flow.Publisher<ServerSentEvent>> answer) {
    Throwable failure = catchThrowable(() -> answer.getBody().toCompletableFuture().join());
    assertThat(failure)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(NoEventStreamException.class);
    return (NoEventStreamException) failure.getCause();
  }

  @Test
  void whatCameBeforeTheConnectionFailedIsTold() throws Exception {
    BodySubscriber<Flow.Publisher<ServerSentEvent>> answer = answer(503);
    answer.onNext(List.of(ByteBuffer.wrap(utf8("sorry \u20AC")).limit(8)));
    IOException reset = new IOException("reset");
    answer.onError(reset);
    answer.onComplete();
    NoEventStreamException refusal = refusal(answer);
    assertThat(refusal.body()).isEqualTo("sorry ");
    assertThat(refusal.getSuppressed()).containsExactly(reset);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(refusal);
    NoEventStreamException copy =
        (NoEventStreamException)
            new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    assertThat(copy.statusCode()).isEqualTo(503);
    assertThat(copy.body()).isEqualTo("sorry ");
  }

  /** Also where the cancel throws, and where more comes behind it. */
  @Test
  void theSourceIsCancelledOnceEnoughIsThere() {
    BodySubscriber<Flow.Publisher<ServerSentEvent>> answer = answer(503);
    List<String> calls = new ArrayList<>();
    answer.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long n) {
            calls.add("request " + n);
          }

          @Override
          public void cancel() {
            calls.add("cancel");
            throw new IllegalStateException();
          }
        });
    answer.onNext(List.of(ByteBuffer.allocate(65_535)));
    assertThat(calls).containsExactly("request " + Long.MAX_VALUE);
    assertThatThrownBy(() -> answer.onNext(List.of(ByteBuffer.allocate(7), ByteBuffer.allocate(7))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(calls).hasSize(2).endsWith("cancel");
    assertThat(refusal(answer).body()).hasSize(65_536);
  }

  /** A picture of a model is longer than what a server takes of anyone. */
  @Test
  void anEventMayHave16MiCharsUnlessTheSpecSaysLess() throws Exception {
    Map<String, String> headers = Map.of(TYPE, "text/event-stream");
    byte[] picture = utf8("data: " + "x".repeat(1_600_000) + "\n\n");
    assertThat(data(headers, 200, Cuts.every(picture, 60_000)).get(0)).hasSize(1_600_000);
    byte[] tooLong = utf8("x".repeat((1 << 24) + 1) + "\n");
    assertTooLong(EventSpec.DEFAULT.keepAll(true), tooLong, 1 << 24);
    assertTooLong(EventSpec.DEFAULT.maxChars(1 << 20), picture, 1 << 20);
  }

  private static void assertTooLong(EventSpec spec, byte[] stream, int bound) throws Exception {
    Flow.Publisher<ServerSentEvent> events =
        server
            .get("text/event-stream", Cuts.every(stream, 1 << 20), TextBodies.ofEvents(spec))
            .body();
    assertThatThrownBy(() -> data(events))
        .hasCauseInstanceOf(TooLongEventException.class)
        .hasMessageContaining("longer than " + bound + " chars")
        .hasMessageContaining("maxChars of the EventSpec");
  }

  /** Only an event stream says by its status and type what it is. */
  @Test
  void otherBodiesAreReadWhateverTheStatus() throws Exception {
    for (int status : new int[] {200, 404, 500}) {
      assertThat(
              server
                  .get(
                      status,
                      Map.of(TYPE, "text/html"),
                      STREAM,
                      TextBodies.ofString(TextEncoding.UTF_8, 100))
                  .body())
          .isEqualTo("data: x\n\n");
    }
  }
}
