/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What is decoded and written is logged as Spring's codecs do. */
class LoggingTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final Map<String, Object> PREFIX = Hints.from(Hints.LOG_PREFIX_HINT, "[1] ");
  private static final Map<String, Object> SUPPRESSED =
      Hints.merge(PREFIX, Hints.SUPPRESS_LOGGING_HINT, true);

  /** A log at DEBUG, which keeps its messages. */
  private static Log keptIn(List<String> messages) {
    return (Log)
        Proxy.newProxyInstance(
            LoggingTest.class.getClassLoader(),
            new Class<?>[] {Log.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("debug")) {
                messages.add(arguments[0].toString());
                return null;
              }
              return method.getName().equals("isDebugEnabled");
            });
  }

  @Test
  void whatIsDecoded() {
    Function<Map<String, Object>, List<String>> pieces =
        hints ->
            decoded(
                decoder -> decoder.decode(body("a", "\u4E2D\nb"), STRING, null, hints).blockLast());
    assertThat(pieces.apply(PREFIX))
        .containsExactly("[1] Decoded \"a\"", "[1] Decoded \"\u4E2D<EOL>b\"");
    assertThat(pieces.apply(SUPPRESSED)).isEmpty();
    Function<Map<String, Object>, List<String>> whole =
        hints ->
            decoded(decoder -> decoder.decodeToMono(body("a", "b"), STRING, null, hints).block());
    assertThat(whole.apply(PREFIX)).containsExactly("[1] Decoded \"ab\"");
    assertThat(whole.apply(SUPPRESSED)).isEmpty();
  }

  private static Flux<org.springframework.core.io.buffer.DataBuffer> body(String... pieces) {
    return Buffers.HEAP
        .given(
            Flux.just(pieces)
                .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
                .collectList()
                .block())
        .flux();
  }

  private static List<String> decoded(Function<StringBodyDecoder, String> run) {
    List<String> log = new ArrayList<>();
    StringBodyDecoder decoder = new StringBodyDecoder(CodecSpec.DEFAULT);
    decoder.setLogger(keptIn(log));
    assertThat(run.apply(decoder)).isNotEmpty();
    return log;
  }

  @Test
  void whatIsWritten() {
    assertThat(written(Flux.just("a", "b"), PREFIX))
        .containsExactly("[1] Writing \"a\"", "[1] Writing \"b\"");
    assertThat(written(Mono.just("a"), PREFIX)).containsExactly("[1] Writing \"a\"");
    assertThat(written(Flux.just("a", "b"), SUPPRESSED)).isEmpty();
    assertThat(written(Mono.just("a"), SUPPRESSED)).isEmpty();
  }

  private static List<String> written(
      org.reactivestreams.Publisher<String> text, Map<String, Object> hints) {
    List<String> log = new ArrayList<>();
    StringBodyEncoder encoder = new StringBodyEncoder(CodecSpec.DEFAULT);
    encoder.setLogger(keptIn(log));
    encoder
        .encode(text, DefaultDataBufferFactory.sharedInstance, STRING, null, hints)
        .doOnNext(DataBufferUtils::release)
        .blockLast();
    return log;
  }
}
