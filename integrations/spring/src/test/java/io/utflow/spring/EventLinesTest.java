/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.codec.ServerSentEventHttpMessageWriter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The lines of data: a reader gets them with the blanks they were written with. */
class EventLinesTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final ResolvableType EVENT = ResolvableType.forClass(ServerSentEvent.class);
  private static final String TEXT =
      "  La\n frase\r\n   x\r\r\n \t\uD83D\uDE00 \n\n\u00A0 \u3000y\r ";

  /** Writers of events. */
  enum Writer {
    /** That of the Spring at hand. */
    SPRINGS {
      @Override
      void put(ServerCodecConfigurer codecs) {}
    },
    /** That of Spring 7.1, and of others who write a blank behind the colon. */
    WITH_BLANKS {
      @Override
      void put(ServerCodecConfigurer codecs) {
        codecs.customCodecs().register(new BlankWriter());
      }
    };

    abstract void put(ServerCodecConfigurer codecs);

    ServerCodecConfigurer codecs() {
      ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
      put(codecs);
      UtflowCodecs.register(codecs);
      return codecs;
    }
  }

  /** Data fields as the standard reads them, in the plainest way. */
  private static List<String> read(String stream) {
    List<String> events = new ArrayList<>();
    for (String block : stream.split("\n\n", -1)) {
      List<String> lines = new ArrayList<>();
      for (String line : block.split("[\r\n]", -1)) {
        if (line.startsWith("data:")) {
          String value = line.substring("data:".length());
          lines.add(value.startsWith(" ") ? value.substring(1) : value);
        }
      }
      if (!lines.isEmpty()) {
        events.add(String.join("\n", lines));
      }
    }
    return events;
  }

  private static String withLineFeeds(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n');
  }

  private static List<String> written(Writer writer, ResolvableType type, List<?> events) {
    return read(
        EventWritingTest.written(Buffers.HEAP, writer.codecs(), type, Flux.fromIterable(events)));
  }

  @ParameterizedTest
  @EnumSource
  void aReaderGetsTheTextWhereverItIsCut(Writer writer) {
    for (int at = 0; at <= TEXT.length(); at++) {
      for (List<String> cut :
          List.of(
              List.of(TEXT.substring(0, at), TEXT.substring(at)),
              List.of(TEXT.substring(0, at), "", TEXT.substring(at)))) {
        List<String> read = written(writer, STRING, cut);
        assertThat(read).hasSameSizeAs(cut);
        assertThat(String.join("", read)).isEqualTo(withLineFeeds(TEXT));
      }
    }
    List<String> chars = TEXT.chars().mapToObj(Character::toString).toList();
    assertThat(String.join("", written(writer, STRING, chars))).isEqualTo(withLineFeeds(TEXT));
  }

  @ParameterizedTest
  @EnumSource
  void eachEventIsReadAsItWasWritten(Writer writer) {
    List<String> texts =
        List.of(
            "La",
            " frase",
            " \"",
            "come",
            " st",
            "ai",
            "",
            " ",
            "  ",
            "\n",
            " \n ",
            "a b",
            "def f():\n    return 1",
            "x\n y\n  z\n",
            "\t x",
            "data: x\ndata: y",
            ": x");
    assertThat(written(writer, STRING, texts)).isEqualTo(texts);
    List<ServerSentEvent<String>> events =
        texts.stream()
            .map(text -> ServerSentEvent.builder(text).event("e").id("1").build())
            .toList();
    assertThat(written(writer, EVENT, events)).isEqualTo(texts);
  }

  /** A CR LF that two events of a type have halves of is one line end; of two types it is two. */
  @ParameterizedTest
  @EnumSource
  void aLineEndThatIsCutIsOne(Writer writer) {
    assertThat(written(writer, STRING, List.of("a\r", "\n b", "c\r", "d", "\n")))
        .containsExactly("a\n", " b", "c\n", "d", "\n");
    List<ServerSentEvent<String>> types =
        List.of(
            ServerSentEvent.builder("a\r").event("x").build(),
            ServerSentEvent.builder("\nb").event("y").build(),
            ServerSentEvent.builder("\nc").event("x").build());
    assertThat(written(writer, EVENT, types)).containsExactly("a\n", "\nb", "c");
  }

  /** Lines without blanks are on the wire as Spring writes them. */
  @Test
  void whatNeedsNoBlankGetsNone() {
    List<String> texts = List.of("a b", "c\nd ", "\u00A0e");
    String springs =
        EventWritingTest.written(
            Buffers.HEAP, ServerCodecConfigurer.create(), STRING, Flux.fromIterable(texts));
    assertThat(
            EventWritingTest.written(
                Buffers.HEAP, Writer.SPRINGS.codecs(), STRING, Flux.fromIterable(texts)))
        .isEqualTo(springs);
  }

  /** A proxy: what a client has read of another server is written, and nothing is added. */
  @ParameterizedTest
  @EnumSource
  void aProxyAddsNothing(Writer writer) {
    String stream =
        "id: 1\nevent: token\ndata:  a\n\ndata: b\n\n: idle\n\nid: 2\n\ndata: c\n\nretry: 5\ndata: d\n\n";
    ResolvableType type = ResolvableType.forClassWithGenerics(ServerSentEvent.class, String.class);
    Flux<Object> events =
        Messages.byUtflow()
            .elements(
                type,
                "text/event-stream",
                Buffers.HEAP.given(List.of(stream.getBytes(StandardCharsets.UTF_8))).flux());
    String written = EventWritingTest.written(Buffers.HEAP, writer.codecs(), EVENT, events);
    assertThat(read(written)).containsExactly(" a", "b", "c", "d");
    assertThat(written.lines().filter(line -> line.startsWith("id")))
        .containsExactly("id:1", "id:2");
  }

  /** Puts a blank behind each {@code data:} that Spring's writes. */
  private static final class BlankWriter extends ServerSentEventHttpMessageWriter {
    @Override
    public Mono<Void> write(
        Publisher<?> input,
        ResolvableType elementType,
        MediaType mediaType,
        ReactiveHttpOutputMessage message,
        Map<String, Object> hints) {
      return super.write(input, elementType, mediaType, new Blanks(message), hints);
    }
  }

  private record Blanks(ReactiveHttpOutputMessage message) implements ReactiveHttpOutputMessage {
    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
      return DataBufferUtils.join(body)
          .map(
              all -> {
                String text = all.toString(StandardCharsets.UTF_8);
                DataBufferUtils.release(all);
                byte[] spaced =
                    text.replaceAll("(?m)^data:", "data: ").getBytes(StandardCharsets.UTF_8);
                return bufferFactory().wrap(spaced);
              })
          .as(message::writeWith);
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
      return writeWith(Flux.from(body).concatMap(Flux::from));
    }

    @Override
    public HttpHeaders getHeaders() {
      return message.getHeaders();
    }

    @Override
    public DataBufferFactory bufferFactory() {
      return message.bufferFactory();
    }

    @Override
    public void beforeCommit(Supplier<? extends Mono<Void>> action) {
      message.beforeCommit(action);
    }

    @Override
    public boolean isCommitted() {
      return message.isCommitted();
    }

    @Override
    public Mono<Void> setComplete() {
      return message.setComplete();
    }
  }
}
