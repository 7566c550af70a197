/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.codec.DecodingException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.WebFilter;

/** What a server answers, by the real chain of handlers. */
class WebTest {
  private static final byte[] ILL_FORMED = {'a', (byte) 0xFF};
  private static final CodecSpec STRICT =
      CodecSpec.DEFAULT.decoder(
          DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT));

  /** With room for 10 bytes. */
  private static void strict(CodecConfigurer codecs) {
    codecs.defaultCodecs().maxInMemorySize(10);
    UtflowCodecs.register(codecs, STRICT);
  }

  @ParameterizedTest
  @EnumSource
  void textFlowsInPiecesOrLines(Handlers handlers) {
    byte[] body = "a\nb\u00E9\n".getBytes(StandardCharsets.UTF_8);
    assertThat(elements(handlers, codecs -> UtflowCodecs.register(codecs), body))
        .isEqualTo(List.of("a\nb\u00E9\n").toString());
    assertThat(
            elements(
                handlers,
                codecs -> UtflowCodecs.register(codecs, CodecSpec.DEFAULT.lines(LineBreaks.ANY)),
                body))
        .isEqualTo(List.of("a", "b\u00E9").toString());
  }

  private static String elements(Handlers handlers, Consumer<CodecConfigurer> codecs, byte[] body) {
    return handlers.with(codecs).answer("/elements", "text/plain;charset=utf-8", body);
  }

  @ParameterizedTest
  @EnumSource
  void tokensOfAnEventStreamSurviveEveryCut(Handlers handlers) {
    byte[] body = "data: \uD83D\uDE00\r\n\r\ndata: \u4E2D\n\n".getBytes(StandardCharsets.UTF_8);
    Server server = handlers.with(UtflowCodecs::register);
    assertThat(server.answerToBytes("/elements", "text/event-stream", body))
        .isEqualTo("[\uD83D\uDE00, \u4E2D]");
  }

  @ParameterizedTest
  @EnumSource
  void illFormedTextIs400(Handlers handlers) {
    Server server = handlers.with(WebTest::strict);
    assertThat(server.status("/elements", "text/plain", ILL_FORMED)).isEqualTo(400);
    assertThat(server.status("/whole", "text/plain", ILL_FORMED)).isEqualTo(400);
    assertThat(server.status("/elements", "text/event-stream", ILL_FORMED)).isEqualTo(400);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalSaysWhereAndWhy(Handlers handlers) {
    List<ServerWebInputException> refused = new ArrayList<>();
    WebFilter last =
        (exchange, chain) ->
            chain.filter(exchange).doOnError(ServerWebInputException.class, refused::add);
    Server server =
        handlers.with(
            codecs ->
                UtflowCodecs.register(
                    codecs, STRICT.lines(LineSpec.of(LineBreaks.CRLF).refuseBareBreaks())),
            last);
    for (String path : List.of("/elements", "/whole")) {
      assertRefused(server, refused, path, "text/plain", ILL_FORMED, "INVALID_BYTE", 1);
    }
    assertRefused(server, refused, "/elements", "text/event-stream", ILL_FORMED, "INVALID_BYTE", 1);
    byte[] bare = {'a', '\r', '\n', 'b', '\n'};
    assertRefused(server, refused, "/elements", "text/plain", bare, "BARE_LINE_BREAK", 4);
    String utf16 = "application/json;charset=utf-16be";
    byte[] json = {0, '"', (byte) 0xDC, 0, 0, '"'};
    assertRefused(server, refused, "/json", utf16, json, "UNPAIRED_LOW_SURROGATE", 2);
  }

  private static void assertRefused(
      Server server,
      List<ServerWebInputException> refused,
      String path,
      String type,
      byte[] body,
      String cause,
      long byteOffset) {
    refused.clear();
    assertThat(server.status(path, type, body)).as("%s %s", path, type).isEqualTo(400);
    ServerWebInputException failure = refused.get(0);
    ProblemDetail problem = failure.getBody();
    assertThat(problem.getStatus()).isEqualTo(400);
    assertThat(problem.getDetail()).contains("at byte " + byteOffset);
    assertThat(failure.getReason()).isEqualTo(problem.getDetail());
    assertThat(problem.getProperties()).isEqualTo(Map.of("byteOffset", byteOffset, "cause", cause));
    assertThat(failure).hasCauseInstanceOf(DecodingException.class);
  }

  @ParameterizedTest
  @EnumSource
  void tooLongBodiesAre413(Handlers handlers) {
    Server server = handlers.with(WebTest::strict);
    assertThat(server.status("/whole", "text/plain", new byte[10])).isEqualTo(200);
    assertThat(server.status("/whole", "text/plain", new byte[11])).isEqualTo(413);
    // Judged where the line ends: what the end of a stream of events cuts is discarded.
    byte[] line = "x".repeat(11).concat("\n").getBytes(StandardCharsets.US_ASCII);
    assertThat(server.status("/whole", "text/event-stream", line)).isEqualTo(413);
    assertThat(server.status("/elements", "application/x-ndjson", new byte[11])).isEqualTo(413);
    assertThat(server.status("/elements", "text/event-stream", line)).isEqualTo(413);
  }

  /** Anyone may have sent it, so it is less than what a client takes. */
  @ParameterizedTest
  @EnumSource
  void anEventThatIsReceivedHasAtMost1MiCharsIfNothingIsSet(Handlers handlers) {
    Server server = handlers.with(UtflowCodecs::register);
    String data = "data:" + "x".repeat((1 << 20) - "data:".length());
    for (String more : List.of("", "x")) {
      byte[] event = (data + more + "\n\n").getBytes(StandardCharsets.US_ASCII);
      assertThat(server.status("/elements", "text/event-stream", event))
          .isEqualTo(more.isEmpty() ? 200 : 413);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tooLongJsonIs413(Handlers handlers) {
    Server server = handlers.with(WebTest::strict);
    byte[] ten = "{\"a\":1234}".getBytes(StandardCharsets.US_ASCII);
    byte[] twelve = "{\"a\":123456}".getBytes(StandardCharsets.US_ASCII);
    for (String path : List.of("/json", "/values")) {
      for (String type : List.of("application/json", "application/json;charset=latin1")) {
        assertThat(server.statusToBytes(path, type, ten)).isEqualTo(200);
        assertThat(server.statusToBytes(path, type, twelve)).isEqualTo(413);
      }
    }
  }

  /** Of what Spring's own codecs read there is no more than Spring says. */
  @Test
  void aRouterAnswers413ToWhatSpringsCodecsRefuse() {
    assertThat(
            Handlers.ANNOTATED.with(WebTest::strict).status("/bytes", "text/plain", new byte[11]))
        .isEqualTo(413);
    assertThat(
            Handlers.FUNCTIONAL.with(WebTest::strict).status("/bytes", "text/plain", new byte[11]))
        .isEqualTo(500);
    assertThat(Handlers.withOnError(WebTest::strict).status("/bytes", "text/plain", new byte[11]))
        .isEqualTo(413);
  }

  @ParameterizedTest
  @EnumSource
  void unknownCharsetsAre415(Handlers handlers) {
    Server server = handlers.with(WebTest::strict);
    String type = "text/plain;charset=x-JISAutoDetect";
    assertThat(server.status("/whole", type, new byte[1])).isEqualTo(415);
    assertThat(server.status("/elements", type, new byte[1])).isEqualTo(415);
    String json = "application/json;charset=x-JISAutoDetect";
    assertThat(server.status("/json", json, new byte[] {'1'})).isEqualTo(415);
  }

  /** A charset that the JVM does not know fails in Spring, before any codec is asked. */
  @ParameterizedTest
  @EnumSource
  void charsetsUnknownToTheJvmAre415(Handlers handlers) {
    String type = "text/plain;charset=nonsense";
    boolean annotated = handlers == Handlers.ANNOTATED;
    assertThat(handlers.with(WebTest::strict).status("/whole", type, new byte[1]))
        .isEqualTo(annotated ? 415 : 500);
    Server filtered = handlers.with(WebTest::strict, UtflowCodecs.contentTypeFilter());
    assertThat(filtered.status("/whole", type, new byte[1])).isEqualTo(415);
    assertThat(filtered.status("/whole", "text/plain", new byte[1])).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void jsonInUtf16IsRead(Handlers handlers) {
    Server server = handlers.with(UtflowCodecs::register);
    byte[] body = "{\"a\":\"\u4E2D\"}".getBytes(StandardCharsets.UTF_16LE);
    String type = "application/json;charset=utf-16le";
    assertThat(server.answerToBytes("/json", type, body)).isEqualTo("{a=\u4E2D}");
    assertThat(server.status("/json", type, new byte[] {'{', 0})).isEqualTo(400);
  }

  /** What the operators give without the codecs: their errors are none that Spring knows. */
  @ParameterizedTest
  @EnumSource
  void withoutTheCodecsEachFailureIs500(Handlers handlers) {
    Server server = handlers.with(codecs -> {});
    assertThat(server.status("/operator", "text/plain", ILL_FORMED)).isEqualTo(500);
    assertThat(server.status("/operator", "text/plain", new byte[11])).isEqualTo(500);
    assertThat(server.status("/operator", "text/plain;charset=x-JISAutoDetect", new byte[1]))
        .isEqualTo(500);
  }

  /** Spring's own codecs: U+FFFD without a word, and of a body that is too long 413 or 500. */
  @ParameterizedTest
  @EnumSource
  void bySprings(Handlers handlers) {
    Server server = handlers.with(codecs -> codecs.defaultCodecs().maxInMemorySize(10));
    boolean annotated = handlers == Handlers.ANNOTATED;
    assertThat(server.answer("/whole", "text/plain", ILL_FORMED)).isEqualTo("a\uFFFD");
    assertThat(server.status("/whole", "text/plain", new byte[11]))
        .isEqualTo(annotated ? 413 : 500);
    assertThat(server.status("/elements", "text/plain", new byte[11]))
        .isEqualTo(annotated ? 413 : 500);
  }

  @ParameterizedTest
  @EnumSource
  void formsAndPartsAreReadAsBefore(Handlers handlers) {
    Server server = handlers.with(UtflowCodecs::register);
    assertThat(server.answer("/form", "application/x-www-form-urlencoded", "a=%C3%A9".getBytes()))
        .isEqualTo("[\u00E9]");
    String part =
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n"
            + "Content-Type: text/plain;charset=utf-8\r\n\r\n\u4E2D\r\n--b--\r\n";
    assertThat(
            server.answer(
                "/part", "multipart/form-data;boundary=b", part.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("\u4E2D");
    assertThat(server.answer("/bytes", "text/plain", new byte[] {'a', 'b'})).isEqualTo("2");
  }
}
