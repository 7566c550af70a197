/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractDecoder;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.codec.ServerSentEventHttpMessageWriter;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Which codec Spring takes for what. */
class RegistrationTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);

  private static List<CodecConfigurer> configurers() {
    return List.of(ClientCodecConfigurer.create(), ServerCodecConfigurer.create());
  }

  private static String reader(CodecConfigurer codecs, Class<?> type, String contentType) {
    return name(
        codecs.getReaders().stream()
            .filter(
                reader ->
                    reader.canRead(
                        ResolvableType.forClass(type), MediaType.parseMediaType(contentType)))
            .findFirst()
            .orElseThrow());
  }

  private static HttpMessageWriter<?> writer(
      CodecConfigurer codecs, Class<?> type, String contentType) {
    return codecs.getWriters().stream()
        .filter(
            writer ->
                writer.canWrite(
                    ResolvableType.forClass(type), MediaType.parseMediaType(contentType)))
        .findFirst()
        .orElseThrow();
  }

  private static String name(Object codec) {
    return codec.getClass().getSimpleName();
  }

  @Test
  void stringsAreOursButNotThoseOfAnEventStream() {
    for (CodecConfigurer codecs : configurers()) {
      UtflowCodecs.register(codecs);
      for (String type : List.of("text/plain", "application/json", "image/png", "text/xml")) {
        assertThat(reader(codecs, String.class, type)).isEqualTo("StringBodyReader");
      }
      assertThat(reader(codecs, String.class, "text/event-stream")).isEqualTo("EventStreamReader");
      assertThat(reader(codecs, byte[].class, "text/plain")).isEqualTo("DecoderHttpMessageReader");
      assertThat(reader(codecs, Map.class, "application/json"))
          .isEqualTo("DecoderHttpMessageReader");
    }
  }

  /** Who passes an event stream on asks for its bytes, and gets them from the reader of Spring. */
  @Test
  void bytesOfAnEventStreamStayRaw() {
    byte[] stream = "id:1\ndata:{}\n\n".getBytes(StandardCharsets.US_ASCII);
    for (Class<?> type :
        List.of(
            byte[].class,
            ByteBuffer.class,
            DataBuffer.class,
            ByteBuf.class,
            Resource.class,
            ByteArrayResource.class)) {
      List<CodecConfigurer> bySpring = configurers();
      List<CodecConfigurer> byUtflow = configurers();
      for (int at = 0; at < byUtflow.size(); at++) {
        UtflowCodecs.register(byUtflow.get(at));
        assertThat(reader(byUtflow.get(at), type, "text/event-stream"))
            .as(type::getName)
            .isEqualTo(reader(bySpring.get(at), type, "text/event-stream"));
      }
    }
    ResolvableType bytes = ResolvableType.forClass(byte[].class);
    Buffers.Given given = Buffers.POOLED_DIRECT.given(Cuts.bytewise(stream));
    assertThat(Messages.byUtflow().<byte[]>whole(bytes, "text/event-stream", given.flux()).block())
        .isEqualTo(stream);
    given.assertReleased();
    for (Class<?> type : List.of(Map.class, Object.class, Integer.class)) {
      for (CodecConfigurer codecs : configurers()) {
        UtflowCodecs.register(codecs);
        assertThat(reader(codecs, type, "text/event-stream")).isEqualTo("EventStreamReader");
      }
    }
  }

  /** What Spring writes raw or as JSON is left to it, and what a client writes. */
  @Test
  void eventsWithStringsAreWrittenByOurs() {
    CodecConfigurer codecs = ServerCodecConfigurer.create();
    UtflowCodecs.register(codecs);
    String events = "text/event-stream";
    for (Class<?> type : List.of(String.class, Object.class, ServerSentEvent.class)) {
      assertThat(writer(codecs, type, events)).isInstanceOf(EventStreamWriter.class);
    }
    assertThat(writer(codecs, ServerSentEvent.class, "text/plain"))
        .isInstanceOf(EventStreamWriter.class);
    assertThat(writer(codecs, Map.class, events))
        .isExactlyInstanceOf(ServerSentEventHttpMessageWriter.class);
    for (Class<?> type : List.of(DataBuffer.class, byte[].class)) {
      assertThat(writer(codecs, type, events)).isInstanceOf(EncoderHttpMessageWriter.class);
    }
    assertThat(writer(codecs, Map.class, "application/json"))
        .isInstanceOf(EncoderHttpMessageWriter.class);
    CodecConfigurer client = ClientCodecConfigurer.create();
    UtflowCodecs.register(client);
    assertThat(client.getWriters()).noneMatch(EventStreamWriter.class::isInstance);
  }

  /** In Spring's order a reader of typed elements is asked before one of any. */
  @Test
  void allOursAreTyped() {
    for (CodecConfigurer codecs : configurers()) {
      UtflowCodecs.register(codecs);
      List<String> first =
          codecs.getReaders().stream().limit(2).map(RegistrationTest::name).toList();
      assertThat(first).containsExactly("EventStreamReader", "StringBodyReader");
    }
  }

  @Test
  void onceIsEnoughAndTwoSpecsAreTooMany() {
    for (CodecConfigurer codecs : configurers()) {
      UtflowCodecs.register(codecs);
      List<String> before = names(codecs);
      UtflowCodecs.register(codecs);
      assertThat(names(codecs)).isEqualTo(before);
      assertThatIllegalStateException()
          .isThrownBy(() -> UtflowCodecs.register(codecs, CodecSpec.DEFAULT.lines(LineBreaks.ANY)))
          .withMessageContaining("register them once");
    }
  }

  private static List<String> names(CodecConfigurer codecs) {
    List<String> names = new ArrayList<>();
    codecs.getReaders().forEach(reader -> names.add(name(reader)));
    codecs.getWriters().forEach(writer -> names.add(name(writer)));
    return names;
  }

  @Test
  void theLimitMayBeSetAfterwards() {
    CodecConfigurer codecs = ClientCodecConfigurer.create();
    UtflowCodecs.register(codecs);
    codecs.defaultCodecs().maxInMemorySize(77);
    for (HttpMessageReader<?> reader : codecs.getReaders()) {
      if (reader instanceof StringBodyReader ours) {
        assertThat(((StringBodyDecoder) ours.getDecoder()).getMaxInMemorySize()).isEqualTo(77);
      }
      if (reader instanceof EventStreamReader ours) {
        assertThat(ours.getMaxInMemorySize()).isEqualTo(77);
      }
    }
  }

  @Test
  void aClientsDecoderOfEventDataIsKept() {
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.defaultCodecs().serverSentEventDecoder(new Length());
    UtflowCodecs.register(codecs);
    Buffers.Given given = Buffers.HEAP.given(List.of("data: abc\n\n".getBytes()));
    assertThat(
            new Messages(codecs)
                .elements(ResolvableType.forClass(Integer.class), "text/event-stream", given.flux())
                .collectList()
                .block())
        .isEqualTo(List.of(3));
  }

  /** Decodes to the number of bytes. */
  private static final class Length extends AbstractDecoder<Integer> {
    @Override
    public Flux<Integer> decode(
        Publisher<DataBuffer> input,
        ResolvableType elementType,
        MimeType mimeType,
        Map<String, Object> hints) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Integer decode(
        DataBuffer buffer,
        ResolvableType targetType,
        MimeType mimeType,
        Map<String, Object> hints) {
      int length = buffer.readableByteCount();
      DataBufferUtils.release(buffer);
      return length;
    }
  }

  @Test
  void withoutDefaultCodecsThereAreOnlyOurs() {
    CodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.registerDefaults(false);
    UtflowCodecs.register(codecs);
    assertThat(names(codecs))
        .containsExactly("EventStreamReader", "StringBodyReader", "StringBodyWriter");
    assertThat(
            new Messages(codecs)
                .whole(
                    STRING,
                    "text/plain",
                    Mono.just(Buffers.HEAP.buffer(new byte[] {'a'}, List.of())))
                .block())
        .isEqualTo("a");
  }
}
