/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Charsets that the rest of a spec does not go with: the exchange fails with an {@code IOException}
 * and the connection is closed, whatever a server names.
 */
class RefusedCharsetTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.UNICODE);

  private static final List<DecoderSpec> SPECS =
      List.of(
          UTF_8.onMalformed(MalformedPolicy.SKIP),
          UTF_8.onMalformed(MalformedPolicy.handledBy(sequence -> "")),
          UTF_8.onMalformed(MalformedPolicy.SKIP.atMost(3)),
          UTF_8.bom(BomPolicy.REQUIRE),
          UTF_8.startingAt(2));

  private static List<BodyHandler<?>> handlers(DecoderSpec spec) {
    return List.of(
        TextBodies.ofString(spec, 100),
        TextBodies.ofLines(spec, LINES),
        TextBodies.ofPublisher(spec),
        TextBodies.ofLinePublisher(spec, LINES),
        TextBodies.ofPublisher(spec, any -> Stages.records(any, RecordSpec.delimitedBy("--"))));
  }

  /** Of the client, which asks for the rest of the body. */
  private static final class Connection implements Flow.Subscription {
    private boolean closed;

    @Override
    public void request(long count) {}

    @Override
    public void cancel() {
      closed = true;
    }
  }

  private record Headers(String charset) implements ResponseInfo {
    @Override
    public int statusCode() {
      return 200;
    }

    @Override
    public HttpHeaders headers() {
      String type = "text/plain; charset=" + charset;
      return HttpHeaders.of(Map.of("Content-Type", List.of(type)), (name, value) -> true);
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  @Test
  void everyNameIsReadOrFailsTheExchange() {
    int refused = 0;
    for (String charset : TextEncoding.names()) {
      for (DecoderSpec spec : SPECS) {
        for (BodyHandler<?> handler : handlers(spec)) {
          refused += isRefused(handler, charset) ? 1 : 0;
        }
      }
    }
    assertThat(refused).isPositive();
  }

  private static boolean isRefused(BodyHandler<?> handler, String charset) {
    BodySubscriber<?> body = handler.apply(new Headers(charset));
    Connection connection = new Connection();
    body.onSubscribe(connection);
    CompletableFuture<?> result = body.getBody().toCompletableFuture();
    if (!result.isCompletedExceptionally()) {
      return false;
    }
    assertThatThrownBy(result::get).as(charset).hasCauseInstanceOf(IOException.class);
    assertThat(connection.closed).as(charset).isTrue();
    return true;
  }

  @Test
  void theConnectionIsClosed() throws Exception {
    DecoderSpec skipping = UTF_8.onMalformed(MalformedPolicy.SKIP);
    List<BodyHandler<?>> handlers =
        List.of(TextBodies.ofLines(skipping, LINES), TextBodies.ofLinePublisher(skipping, LINES));
    try (PieceServer server = new PieceServer()) {
      for (String charset : List.of("WTF-8", "wtf-16le", "klingon")) {
        for (BodyHandler<?> handler : handlers) {
          String type = "text/plain; charset=" + charset;
          CompletableFuture<Boolean> left = new CompletableFuture<>();
          assertThatThrownBy(() -> server.endless(type, left, handler))
              .as(charset)
              .isInstanceOf(IOException.class);
          assertThat(left.get(120, TimeUnit.SECONDS)).as(charset).isTrue();
        }
      }
    }
  }
}
