/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.DeclaredBody;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.reactive.MockClientHttpResponse;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Charsets as headers declare them, on every surface that sees the header. */
class DeclaredCharsetTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);

  private static List<DeclaredBody> bodies() {
    List<DeclaredBody> bodies = new ArrayList<>(DeclaredBody.headers());
    bodies.addAll(DeclaredBody.marked());
    return bodies;
  }

  @Test
  void oneHeaderHasOneMeaningInAClient() {
    Messages messages = Messages.byUtflow();
    for (DeclaredBody body : bodies()) {
      Buffers.Given given = Buffers.POOLED_DIRECT.given(Cuts.bytewise(body.bytes()));
      assertThat(messages.<String>whole(STRING, body.contentType(), given.flux()).block())
          .as(body.contentType())
          .isEqualTo(body.text());
      assertThat(
              messages
                  .<String>elements(STRING, body.contentType(), given.flux())
                  .reduce(String::concat)
                  .block())
          .as(body.contentType())
          .isEqualTo(body.text());
      given.assertReleased();
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneHeaderHasOneMeaningInAServer(Handlers handlers) {
    Server server = handlers.with(UtflowCodecs::register);
    for (DeclaredBody body : bodies()) {
      assertThat(server.answer("/whole", body.contentType(), body.bytes()))
          .as(body.contentType())
          .isEqualTo(body.text());
      assertThat(server.answer("/elements", body.contentType(), body.bytes()))
          .as(body.contentType())
          .isEqualTo("[" + body.text() + "]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void jsonInAServer(Handlers handlers) {
    Server server = handlers.with(UtflowCodecs::register);
    for (DeclaredBody body : DeclaredBody.headers()) {
      String header = body.contentType().toLowerCase().replace("text/plain", "application/json");
      byte[] json = ("{\"a\":\"" + body.text() + "\"}").getBytes(Charset.forName("windows-1252"));
      assertThat(server.statusToBytes("/json", header, json)).as(header).isEqualTo(200);
      assertThat(server.answerToBytes("/json", header, json))
          .as(header)
          .isEqualTo("{a=" + body.text() + "}");
    }
    byte[] json = "{\"a\":\"\u20AC\"}".getBytes(StandardCharsets.UTF_8);
    for (String charset : List.of("utf-8;charset=utf-16", "'utf-8'", "us-ascii", "\"UTF-8\"")) {
      assertThat(server.answer("/json", "application/json;charset=" + charset, json))
          .as(charset)
          .isEqualTo("{a=\u20AC}");
    }
    String first = "application/json;charset=x-JISAutoDetect;charset=utf-8";
    assertThat(server.status("/json", first, json)).isEqualTo(415);
  }

  /** As in RSocket, where there is no header: all that Spring's type has kept. */
  @Test
  void aMimeTypeAlone() {
    StringBodyDecoder decoder = new StringBodyDecoder(CodecSpec.DEFAULT);
    for (String charset : List.of("windows-1252", "'windows-1252'", "\"Windows-1252\"")) {
      MimeType type = MimeType.valueOf("text/plain;charset=" + charset);
      Buffers.Given given = Buffers.HEAP.given(List.of(new byte[] {(byte) 0x80}));
      assertThat(decoder.decode(given.flux().blockFirst(), STRING, type, null))
          .as(charset)
          .isEqualTo("\u20AC");
      given.assertReleased();
    }
  }

  private static CodecSpec with(DecoderSpec decoder) {
    return CodecSpec.DEFAULT.decoder(decoder);
  }

  /** What a peer names is no fault of the server, and no reason for 500. */
  @ParameterizedTest
  @EnumSource
  void aCharsetThatTheSpecDoesNotGoWithIs415(Handlers handlers) {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    CodecSpec marked = with(utf8.bom(BomPolicy.REQUIRE));
    Server server = handlers.with(codecs -> UtflowCodecs.register(codecs, marked));
    for (String path : List.of("/whole", "/elements")) {
      assertThat(server.status(path, "text/plain;charset=latin1", new byte[] {'a'}))
          .as(path)
          .isEqualTo(415);
      assertThat(server.status(path, "text/plain", "\uFEFFa".getBytes(StandardCharsets.UTF_8)))
          .isEqualTo(200);
    }
  }

  @Test
  void aClientFails() {
    DecoderSpec marked = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.REQUIRE);
    Messages messages = Messages.with(codecs -> UtflowCodecs.register(codecs, with(marked)));
    Flux<DataBuffer> body = Buffers.HEAP.given(List.of(new byte[] {'a'})).flux();
    for (Publisher<?> text :
        List.of(
            messages.elements(STRING, "text/plain;charset=latin1", body),
            messages.whole(STRING, "text/plain;charset=latin1", body))) {
      StepVerifier.create(text)
          .verifyErrorSatisfies(
              e ->
                  assertThat(e)
                      .isInstanceOf(DecodingException.class)
                      .hasMessageStartingWith("Charset that cannot be read here: "));
    }
  }

  /** Spring knows no charset by that name, so it can come from another reader's hint only. */
  @Test
  void linesOfWtf8AreNotSkippedIn() {
    DecoderSpec skipping = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.SKIP);
    StringBodyDecoder decoder = new StringBodyDecoder(with(skipping).lines(LineBreaks.ANY));
    MockClientHttpResponse response = new MockClientHttpResponse(HttpStatus.OK);
    response.getHeaders().set("Content-Type", "text/plain;charset=wtf-8");
    Map<String, Object> hints = Charsets.withHeader(Map.of(), response);
    StepVerifier.create(decoder.decode(Flux.empty(), STRING, null, hints))
        .verifyError(DecodingException.class);
  }

  /** Nobody else reads it, and its connection would never go back to the pool. */
  @Test
  void theBodyOfAnAnswerInARefusedCharsetIsCancelled() {
    String twice = "text/plain;charset=no-such-one;charset=utf-8";
    AtomicInteger cancelled = new AtomicInteger();
    Flux<DataBuffer> body = Flux.<DataBuffer>never().doOnCancel(cancelled::incrementAndGet);
    StepVerifier.create(Messages.byUtflow().whole(STRING, twice, body))
        .verifyErrorSatisfies(
            e ->
                assertThat(e)
                    .isInstanceOf(DecodingException.class)
                    .hasMessageStartingWith("Unsupported charset: \"no-such-one\" is no label"));
    assertThat(cancelled).hasValue(1);
    StepVerifier.create(Messages.byUtflow().elements(STRING, twice, body))
        .verifyError(DecodingException.class);
    assertThat(cancelled).hasValue(2);
    Buffers.Given given = Buffers.POOLED_DIRECT.given(Cuts.bytewise(new byte[] {'a', 'b'}));
    StepVerifier.create(Messages.byUtflow().elements(STRING, twice, given.flux()))
        .verifyError(DecodingException.class);
    assertThat(given.counted()).isNotEmpty();
    given.assertReleased();
    StepVerifier.create(
            Messages.byUtflow()
                .whole(STRING, twice, Flux.error(new IllegalStateException("connection reset"))))
        .verifyError(DecodingException.class);
  }
}
